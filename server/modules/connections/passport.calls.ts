import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import { findCompany } from '#server/modules/companies/companies.sql.ts'
import { endOf, headsOf } from './chain.sql.ts'
import { formerKeys } from './former-keys.ts'
import { signingKey } from './heads.ts'
import { addressAt, addressesOf, holdingOf } from './held-addresses.sql.ts'
import {
  countConnections,
  findPassportLine,
  listConnections,
  listUses,
  listUsesWithin,
  recordedSince,
} from './passport.sql.ts'
import { maxLinks, writePassport } from './passport-file.ts'
import { passportPdf } from './passport-pdf.ts'
import { withProvedLinks } from './proved-links.ts'
import { provedUses, type Range } from './proved-uses.ts'

const maxUses = 200
const shownHeads = 100

export const passportCalls = {
  getLinePassport: ({ system, company, membership: { companyId } }, { svp_id, ...range }) =>
    passportOf({ system, company, companyId }, svp_id, range),

  async getLineUse({ system, company, membership: { companyId } }, { svp_id, at, page, page_size, ...input }) {
    const line = await requireAddress({ system, company, companyId }, svp_id, input.address)
    const address = at && !input.address ? await addressAt(system, companyId, svp_id, at) : line.address
    // The line had no address at that instant.
    if (!address) return { list: [], total: 0 }
    const of = at ?? orRefuse(await holdingOf(system, companyId, svp_id, address), -56005)
    return listAndTotal(company, database => [
      listConnections(database, companyId, address, of, pageOf({ page, page_size })),
      countConnections(database, companyId, address, of),
    ])
  },

  async exportPassport(context, { svp_id, address, since }) {
    const { system, company, membership } = context
    const held = await heldLine({ system, company, companyId: membership.companyId }, svp_id, { address })
    return writePassport(context, {
      line: held.line,
      since,
      within: held.within,
      heldSince: held.since,
      heldUntil: held.until,
      freeSince: held.free_since,
    })
  },

  async exportPassportPdf({ system, company, services, membership: { companyId } }, { svp_id, ...range }) {
    const { config } = services
    const held = await heldLine({ system, company, companyId }, svp_id, range)
    const owner = await findCompany(company, companyId)
    if (!owner) throw new Error('the company is gone')
    const { line, within } = held
    const { address } = line
    const since = range.from && `${range.from}T00:00:00+08:00`
    const part = { address, since, within, most: maxLinks }
    const { uses, end } = await withProvedLinks(company, config, companyId, part, async (links, snapshot) => ({
      uses: (await provedUses(snapshot, companyId, links, { ...range, within })).get(address) ?? [],
      end: links.end,
    }))
    const content = await passportPdf(config, { ...held, owner, uses, end }, range)
    const fileName = `地址护照-${address.replaceAll(':', '-')}-${dayInChina(Date.now())}.pdf`
    return { url: await keepExport(services, { content, fileName, type: 'pdf' }), file_name: fileName }
  },

  async getChainHead({ system, company, services, membership: { companyId } }) {
    const [end, days] = await together(company, database => [
      endOf(database, companyId),
      headsOf(database, companyId, 'day', shownHeads),
    ])
    const heads = [...(end ? [end] : []), ...days].map(({ signed, signature }) => ({ signed, signature }))
    const { config } = services
    return { key: signingKey(config).letters, former: await formerKeys(system, config), heads }
  },
} satisfies SomeHandlers

interface OfCompany {
  system: Database
  company: Database
  companyId: string
}

interface Asked extends Range {
  address?: string | undefined
}

async function passportOf(of: OfCompany, lineId: string, range: Asked) {
  const { company, companyId } = of
  const { line: placed, within, ...held } = await heldLine(of, lineId, range)
  const { city_latin: _, ...line } = placed
  // The summary does not distinguish periods.
  const limited = range.from || range.to || within.record_from || within.record_to
  const uses = limited
    ? await listUsesWithin(company, companyId, line.address, { ...range, within }, maxUses + 1)
    : await listUses(company, companyId, line.address, maxUses + 1)
  return { line, ...held, uses: uses.slice(0, maxUses), more: uses.length > maxUses }
}

/** Returns a line with a present or former address, the company's period with it, and since when its connections are recorded. */
export async function heldLine(of: OfCompany, lineId: string, { address, from, to }: Asked = {}) {
  if (from && to && from > to) throw new Refusal(-41003, 'to', '结束日期不能早于开始日期')
  const { system, company, companyId } = of
  const { addresses, ...line } = await requireAddress(of, lineId, address)
  const { since, until, free_since, ...within } = orRefuse(
    await holdingOf(system, companyId, lineId, line.address),
    -56005,
  )
  const recorded_since = await recordedSince(company, companyId, line.address, within)
  return { line, addresses, since, until, free_since, recorded_since, within }
}

/** Returns the requested address, which the line must have had; otherwise its present or last one. */
async function requireAddress(
  { system, company, companyId }: OfCompany,
  lineId: string,
  requested: string | undefined,
) {
  const line = orRefuse(await findPassportLine(company, companyId, lineId), -52001)
  const addresses = await addressesOf(system, companyId, lineId)
  const held = orRefuse(requested ? addresses.find(({ address }) => address === requested) : addresses[0], -56005)
  return { ...line, address: held.address, addresses }
}
