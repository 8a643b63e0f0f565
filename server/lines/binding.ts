import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { actorOf } from '../employees/people.ts'
import type { Membership } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { type Bindable, bindAnew, bindFirst, coolAddress, findBindable, lockLine, takeAddress } from './binding.sql.ts'
import { insertLineLog } from './delivery.sql.ts'
import { lockStock, reserveAddresses, unreserveAddresses } from './stock.ts'

/** What can be given an address: paid and not bound yet, or bound; not ended, not suspended. */
export function requireBindable(line: Bindable | undefined): Bindable {
  if (!line || line.state === 'released') throw new Refusal(-52001)
  if (line.state === 'suspended' || line.ends_at.getTime() <= Date.now()) throw new Refusal(-52004)
  return line
}

/**
 * Gives a line an address, its first or another. Locks stock, then the line, then addresses. The first comes out of what
 * was promised to the line; another one must be promised to nobody, and the old one cools.
 */
export async function bindLine(
  transaction: Database,
  membership: Membership,
  { lineId, ipId }: { lineId: string; ipId: string },
): Promise<void> {
  const { companyId } = membership
  // Where a line is never changes.
  const found = requireBindable(
    await asCompany(transaction, companyId, company => findBindable(company, companyId, lineId)),
  )
  const place = { regionId: found.region_id, accessWayId: found.access_way_id }
  await lockStock(transaction, [place])
  const { line, actor } = await asCompany(transaction, companyId, async company => ({
    line: requireBindable(await lockLine(company, companyId, lineId)),
    actor: await actorOf(company, membership),
  }))
  if (line.ip_address_id) await reserveUnpromised(transaction, place)
  // Its promise is redeemed: `reserved` falls here and `free` with the address, so `reserved <= free` holds throughout.
  await unreserveAddresses(transaction, [{ ...place, count: 1 }])
  if (!(await takeAddress(transaction, ipId, line))) throw new Refusal(-52002)
  await asCompany(transaction, companyId, async company => {
    const bound = line.ip_address_id
      ? await bindAnew(company, companyId, line, ipId)
      : await bindFirst(company, companyId, lineId, ipId)
    // It is locked and was looked at: only the month's limit, or its end in these milliseconds, are left as reasons.
    if (!bound) throw new Refusal(line.ip_address_id ? -52003 : -52004)
    await insertLineLog(company, companyId, [
      {
        line_id: lineId,
        action: line.ip_address_id ? 'rebound' : 'bound',
        actor_name: actor.name,
        detail: line.ip_address_id ? `${line.address} → ${bound.address}` : bound.address,
      },
    ])
  })
  if (line.ip_address_id && !(await coolAddress(transaction, line.ip_address_id)))
    throw new Error('the address of a line was not bound')
}

async function reserveUnpromised(transaction: Database, place: { regionId: string; accessWayId: string }) {
  try {
    await reserveAddresses(transaction, [{ ...place, count: 1 }])
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(-52006)
    throw error
  }
}
