import { rm } from 'node:fs/promises'
import { paths } from '#contract/paths.ts'
import { signText } from '#server/core/connection-chain.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { newDraft } from '#server/engines/files/drafts.ts'
import { keepWrittenFile } from '#server/engines/files/exports.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { findCompany } from '#server/modules/companies/companies.sql.ts'
import { endOf } from '#server/modules/connections/chain.sql.ts'
import { signingKey } from '#server/modules/connections/heads.ts'
import type { Within } from '#server/modules/connections/held-addresses.sql.ts'
import { addressesOfCompany } from '#server/modules/connections/held-addresses.sql.ts'
import { heldLine } from '#server/modules/connections/passport.calls.ts'
import { passportPdf } from '#server/modules/connections/passport-pdf.ts'
import { withProvedLinks } from '#server/modules/connections/proved-links.ts'
import { type ProvedUse, provedUses } from '#server/modules/connections/proved-uses.ts'
import { setFailed, setReady, waitingPack } from './packs.sql.ts'
import { csvOf } from './table-csv.ts'
import { packTables } from './tables.ts'
import { openZip, type Written } from './zip-file.ts'

type Needed = Pick<TaskServices, 'system' | 'companyDatabase' | 'config' | 'jobs' | 'storage'>

/** The maximum number of passports in a pack; the connections of all addresses are in the table. */
const maxPassports = 500

interface Pack {
  companyId: string
  packId: string
  actorName: string
}

/** Writes a requested pack. A killed run starts again; a pack that exists already is left alone. */
export async function writePack(
  services: Needed,
  { company_id: companyId, pack_id: packId }: { company_id: string; pack_id: string },
  { log, lastAttempt, stopping }: Pick<RunningJob, 'log' | 'lastAttempt' | 'stopping'>,
): Promise<void> {
  const company = services.companyDatabase(companyId)
  const waiting = await waitingPack(company, companyId, packId)
  if (!waiting) return
  const path = newDraft(services.config)
  try {
    const { size, sha256 } = await fill(services, path, { companyId, packId, actorName: waiting.actor_name }, stopping)
    const fileName = `合规包-${dayInChina(Date.now())}.zip`
    const fileId = await keepWrittenFile(services, { path, fileName, type: 'zip', size, sha256 })
    await services.system.transaction(async transaction => {
      if (!(await asCompany(transaction, companyId, own => waitingPack(own, companyId, packId)))) return
      await notify(transaction, services, {
        to: { managersOfCompany: companyId },
        kind: 'pack_ready',
        subject: `compliance-pack:${packId}`,
        title: '合规包已生成',
        text: '合规包已经生成，一天之内可以在“费用”页下载。',
        link: paths.costs,
      })
      // Last, because the erasure of an account locks it before the packs that name its holder.
      await asCompany(transaction, companyId, own => setReady(own, companyId, packId, { fileId, size, sha256 }))
    })
  } catch (error) {
    if (lastAttempt) {
      log.error({ err: error, company: companyId }, '合规包没有生成')
      await setFailed(company, companyId, packId)
    }
    throw error
  } finally {
    await rm(path, { force: true })
  }
}

async function fill(
  { system, companyDatabase, config }: Needed,
  path: string,
  { companyId, packId, actorName }: Pack,
  stopping: AbortSignal,
) {
  const company = companyDatabase(companyId)
  const owner = await findCompany(company, companyId)
  if (!owner) throw new Error('the company is gone')
  const zip = await openZip(path)
  const written: (Written & { rows?: number })[] = []
  const goOn = () => {
    if (stopping.aborted) throw new Error('the portal stops; the pack is written anew with its next start')
  }
  try {
    for (const table of packTables) {
      goOn()
      let rows = 0
      const pieces = csvOf(table, { system, company, companyId, rules: config }, count => {
        rows += count
      })
      written.push({ ...(await zip.add(table.file, pieces)), rows })
    }
    const proved = await provedOf(company, config, companyId)
    if (!proved)
      written.push(
        await zip.add(
          '6-护照/没有出具护照.txt',
          once(Buffer.from('连接记录与签名不符，因此没有出具护照。请联系客服。\n')),
        ),
      )
    else
      for (const { line_id, address } of await packAddresses(proved.uses)) {
        goOn()
        const held = await heldLine({ system, company, companyId }, line_id, { address })
        const { record_from, record_to } = held.within
        // An address that the company had several times is described by its last time: another walk leaves out the others.
        const of = record_from || record_to ? await provedOf(company, config, companyId, held.within) : proved
        if (!of) throw new Error('the record of connections was changed while it was written')
        const pdf = await passportPdf(config, { ...held, owner, uses: of.uses.get(address) ?? [], end: of.end }, {})
        written.push(await zip.add(`6-护照/${address.replaceAll(':', '-')}.pdf`, once(pdf)))
      }
    const end = await endOf(company, companyId)
    const { privateKey, letters } = signingKey(config)
    const manifest = `${JSON.stringify(
      {
        format: 'haiyilian-compliance-1',
        portal: config.brandName,
        pack_id: packId,
        company: { id: companyId, name: owner.name, credit_code: owner.credit_code },
        made_at: new Date().toISOString(),
        made_by: actorName,
        files: written,
        chain_end: end && { signed: end.signed, signature: end.signature },
      },
      undefined,
      2,
    )}\n`
    await zip.add('manifest.json', once(Buffer.from(manifest)))
    const seal = { key: letters, algorithm: 'Ed25519', signature: signText(privateKey, manifest) }
    await zip.add('manifest.signature.json', once(Buffer.from(`${JSON.stringify(seal)}\n`)))
    return await zip.end()
  } catch (error) {
    await zip.close()
    throw error
  }

  /** An address that the company gave up has a passport while its connections are kept. */
  async function packAddresses(uses: Map<string, ProvedUse[]>) {
    const held = await addressesOfCompany(system, companyId)
    return held.filter(({ until, address }) => !until || uses.has(address)).slice(0, maxPassports)
  }
}

/** Walks the chain once for all addresses; undefined where the rows are not what was signed. */
async function provedOf(company: Database, config: Needed['config'], companyId: string, within?: Within) {
  try {
    return await withProvedLinks(company, config, companyId, {}, async (links, snapshot) => ({
      end: links.end,
      uses: await provedUses(snapshot, companyId, links, { ...(within && { within }) }),
    }))
  } catch (error) {
    if (error instanceof Refusal && error.code === -56007) return undefined
    throw error
  }
}

async function* once(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content
}
