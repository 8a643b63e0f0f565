import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { recordingAccess } from './access-log.ts'
import { lockLines } from './delivery.sql.ts'
import { type LineOrder, refundSuspension } from './delivery.ts'
import { recordLineLog } from './line-log.ts'
import {
  coolAddressesOf,
  endLines,
  placesOfLines,
  putDaysBack,
  resumeLines,
  suspendLines,
  type TakenDays,
  takeDaysOff,
} from './part-refunds.sql.ts'
import { recordingReturns } from './returning.ts'
import { lockStock, unreserveAddresses } from './stock.ts'
import { stopRenewing } from './stop-renewing.ts'

export { lockLines }

/**
 * Suspends lines while a refund of their unused days is decided, used or not. Throws -49012 when one of them was suspended or
 * released meanwhile. The loss of access is recorded for the people and the lines.
 */
export async function suspendForRefund(transaction: Database, order: LineOrder, ids: string[]): Promise<void> {
  await recording(transaction, order, { ids, act: '申请退款' }, async () => {
    const suspended = await suspendLines(transaction, order.company_id, ids, refundSuspension)
    if (suspended.length !== ids.length) throw new Refusal(-49012)
    await log(transaction, order, 'suspended', suspended, refundSuspension)
  })
}

/** Makes the lines usable again after the refund was rejected or withdrawn, as `act` says. */
export async function resumeAfterRefund(
  transaction: Database,
  order: LineOrder,
  ids: string[],
  act: string,
): Promise<void> {
  await recording(transaction, order, { ids, act }, async () => {
    const resumed = await resumeLines(transaction, order.company_id, ids)
    await log(transaction, order, 'resumed', resumed, `${act}，到期日顺延至`)
  })
}

/** Ends the lines after the refund: their addresses cool, and what was reserved for them is released. */
export async function endRefunded(transaction: Database, order: LineOrder, ids: string[]): Promise<void> {
  await lockStock(transaction, await placesOfLines(transaction, order.company_id, ids))
  await lockLines(transaction, order.company_id, ids)
  const ended = await endLines(transaction, order.company_id, ids)
  await unreserveAddresses(
    transaction,
    ended.filter(({ address_id }) => address_id === null).map(line => ({ ...line, count: 1 })),
  )
  await coolAddressesOf(
    transaction,
    ended.flatMap(({ address_id }) => address_id ?? []),
  )
  await log(transaction, order, 'released', ended, '未用天数已退款')
}

/** Shortens renewed lines, which stop renewing themselves. Throws -49012 when some of the days have begun meanwhile. */
export async function shortenRenewed(transaction: Database, order: LineOrder, taken: TakenDays[]): Promise<void> {
  const shortened = await takeDaysOff(transaction, order, taken)
  if (shortened.length !== taken.length) throw new Refusal(-49012)
  await log(transaction, order, 'renewed', shortened, '申请退回未用天数，到期日退回')
  // Their end may now be so near that they would be ordered and paid again immediately. A rejection does not turn it on again.
  await stopRenewing(transaction, order, lineIdsOf(taken), '申请退款')
}

/** Restores the days after the refund was rejected or withdrawn, as `act` says. */
export async function lengthenRenewed(
  transaction: Database,
  order: LineOrder,
  taken: TakenDays[],
  act: string,
): Promise<void> {
  const { company_id: companyId } = order
  const lineIds = lineIdsOf(taken)
  await recordingReturns(transaction, { companyId, lineIds, act }, async () => {
    const lengthened = await putDaysBack(transaction, order, taken)
    await log(transaction, order, 'renewed', lengthened, `${act}，恢复至`)
  })
}

const lineIdsOf = (taken: TakenDays[]) => taken.map(({ line_id }) => line_id)

interface Act {
  ids: string[]
  act: string
}

async function recording(
  transaction: Database,
  { company_id: companyId }: LineOrder,
  { ids: lineIds, act }: Act,
  work: () => Promise<void>,
): Promise<void> {
  await lockAccess(transaction, companyId)
  await lockLines(transaction, companyId, lineIds)
  await recordingAccess(transaction, { companyId, act, scope: { lineIds } }, work)
}

async function log(
  transaction: Database,
  { company_id, order_number }: LineOrder,
  action: 'suspended' | 'resumed' | 'released' | 'renewed',
  lines: { line_id: string; ends_at?: string }[],
  about: string,
): Promise<void> {
  const entries = lines.map(({ line_id, ends_at }) => ({
    line_id,
    action,
    detail: `订单 ${order_number}，${about}${ends_at ? ` ${dayInChina(ends_at)}` : ''}`,
  }))
  if (entries.length) await recordLineLog(transaction, company_id, entries)
}
