import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { Membership } from '#server/engines/context.ts'
import {
  type BindableLine,
  bindAnew,
  bindFirst,
  coolAddress,
  findBindable,
  lockLine,
  takeAddress,
} from './binding.sql.ts'
import { recordLineLog } from './line-log.ts'
import type { Place } from './stock.sql.ts'
import { lockStock, reserveAddresses, unreserveAddresses } from './stock.ts'
import { bindingUndo } from './undo.ts'

/**
 * Throws unless a line can be given an address: it is bound, or paid and not bound yet, and has neither ended nor been suspended.
 */
export function requireBindable(line: BindableLine | undefined): BindableLine {
  if (!line || line.state === 'released') throw new Refusal(-52001)
  if (line.state === 'suspended' || line.state === 'expired') throw new Refusal(-52004)
  return line
}

/**
 * Gives a line an address, its first or another. It locks stock, then the line, then addresses. The first uses up the line's
 * reservation; another one must be unreserved, and the old one cools. Returns the entry by which it can be undone.
 */
export async function bindLine(
  transaction: Database,
  membership: Membership,
  { lineId, addressId }: { lineId: string; addressId: string },
): Promise<string | undefined> {
  const { companyId } = membership
  // This can be read before the locks, since a line never changes its place.
  const place = requireBindable(
    await asCompany(transaction, companyId, company => findBindable(company, companyId, lineId)),
  )
  await lockStock(transaction, [place])
  const { line } = await asCompany(transaction, companyId, async company => ({
    line: requireBindable(await lockLine(company, companyId, lineId)),
  }))
  if (line.address_id) await reserveUnpromised(transaction, place)
  await redeemPromise(transaction, line, addressId)
  const activityId = await asCompany(transaction, companyId, async company => {
    const bound = line.address_id
      ? await bindAnew(company, companyId, line, addressId)
      : await bindFirst(company, companyId, lineId, addressId)
    // The line is locked and was checked, so only the month's limit, or its end in these milliseconds, remain as reasons.
    if (!bound) throw new Refusal(line.address_id ? -52003 : -52004)
    const entry = {
      line_id: lineId,
      action: line.address_id ? ('rebound' as const) : ('bound' as const),
      detail: line.address_id ? `${line.address} → ${bound.address}` : bound.address,
    }
    const { address_id: before, rebinds, rebind_month, bound_at } = line
    const undo = bindingUndo.offer({ line_id: lineId, before, after: addressId, rebinds, rebind_month, bound_at })
    return recordLineLog(company, companyId, [entry], undo)
  })
  if (line.address_id && !(await coolAddress(transaction, line.address_id)))
    throw new Error('the address of a line was not bound')
  return activityId
}

/**
 * Takes an address against a line's reservation: `reserved` falls here and `free` with the address, so `reserved <= free` always
 * holds. Throws -52002 when another line has it by now.
 */
export async function redeemPromise(transaction: Database, line: BindableLine, addressId: string): Promise<void> {
  const { region_id, access_way_id } = line
  await unreserveAddresses(transaction, [{ region_id, access_way_id, count: 1 }])
  if (!(await takeAddress(transaction, addressId, line))) throw new Refusal(-52002)
}

async function reserveUnpromised(transaction: Database, place: Place) {
  try {
    await reserveAddresses(transaction, [{ ...place, count: 1 }])
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(-52006)
    throw error
  }
}
