import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { endOf, headsOf } from './chain.sql.ts'
import { signingKey } from './heads.ts'
import {
  countConnections,
  findPassportLine,
  holdingOf,
  listConnections,
  listUses,
  recordedSince,
} from './passport.sql.ts'
import { writePassport } from './passport-file.ts'

const mostUses = 200
const shownHeads = 100

export const passportCalls = {
  async getLinePassport({ system, company, membership: { companyId } }, { svp_id }) {
    const line = await requireAddress(company, companyId, svp_id)
    const [holding, recorded_since, uses] = await Promise.all([
      holdingOf(system, companyId, svp_id),
      recordedSince(company, companyId, line.address),
      listUses(company, companyId, line.address, mostUses + 1),
    ])
    if (!holding?.since) throw new Refusal(-56005)
    const { since, free_since } = holding
    return { line, since, free_since, recorded_since, uses: uses.slice(0, mostUses), more: uses.length > mostUses }
  },

  async getLineUse({ company, membership: { companyId } }, { svp_id, at, page, page_size }) {
    const { address } = await requireAddress(company, companyId, svp_id)
    return listAndTotal(
      listConnections(company, companyId, address, at, pageOf({ page, page_size })),
      countConnections(company, companyId, address, at),
    )
  },

  async exportPassport(context, { svp_id, since }) {
    const { system, company, membership } = context
    const { companyId } = membership
    const line = await requireAddress(company, companyId, svp_id)
    const holding = await holdingOf(system, companyId, svp_id)
    if (!holding?.since) throw new Refusal(-56005)
    return writePassport(context, { line, since, heldSince: holding.since, freeSince: holding.free_since })
  },

  async getChainHead({ company, services, membership: { companyId } }) {
    const [end, days] = await Promise.all([endOf(company, companyId), headsOf(company, companyId, 'day', shownHeads)])
    const heads = [...(end ? [end] : []), ...days].map(({ signed, signature }) => ({ signed, signature }))
    return { key: signingKey(services.config).letters, heads }
  },
} satisfies SomeHandlers

async function requireAddress(company: Database, companyId: string, lineId: string) {
  const line = await findPassportLine(company, companyId, lineId)
  if (!line) throw new Refusal(-52001)
  const { address } = line
  if (address === null) throw new Refusal(-56005)
  return { ...line, address }
}
