import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { writePackJob } from './jobs.ts'
import { failLost, insertPack, keptFiles, latestPacks } from './packs.sql.ts'

export const complianceCalls = {
  async getCompliancePacks({ system, company, membership: { companyId } }) {
    const packs = await latestPacks(company, companyId)
    const files = await keptFiles(
      system,
      packs.flatMap(({ file_id }) => file_id ?? []),
    )
    const kept = new Set(files.map(({ file_id }) => file_id))
    return {
      list: packs.map(({ file_id, ...pack }) => ({ ...pack, available: file_id !== null && kept.has(file_id) })),
    }
  },

  async requestCompliancePack({ services, system, company, membership }) {
    const { companyId } = membership
    await failLost(company, companyId)
    // Guard: the unique index, for which the second of two requests waits.
    const made = orRefuse(await insertPack(company, companyId), -58001)
    await recordActivity(company, companyId, [{ action: 'company.pack_requested', id: companyId, name: '' }])
    await services.jobs.enqueue(system, writePackJob, { company_id: companyId, pack_id: made.pack_id }, { attempts: 3 })
    return made
  },

  async openCompliancePack({ system, company, services, membership: { companyId } }, { pack_id }) {
    const pack = (await latestPacks(company, companyId)).find(each => each.pack_id === pack_id)
    const [file] = pack?.file_id ? await keptFiles(system, [pack.file_id]) : []
    if (!pack || !file) throw new Refusal(-58002)
    const detail = `SHA-256 ${pack.sha256?.slice(0, 16)}…`
    await recordActivity(company, companyId, [{ action: 'company.pack_opened', id: companyId, name: '', detail }])
    return { url: signedAddress(services.config, file.file_id), file_name: file.file_name }
  },
} satisfies SomeHandlers
