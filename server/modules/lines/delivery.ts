import type { LineAction } from '#contract/line-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import {
  extendLines,
  hasRenewed,
  insertLines,
  insertTrialLine,
  lengthenLines,
  lockLines,
  lockLinesOf,
  type NewLine,
  placesOf,
  type Renewal,
  releaseUnused,
  shortenLines,
  suspendUnused,
} from './delivery.sql.ts'
import { recordLineLog } from './line-log.ts'
import { resumeUnused } from './part-refunds.sql.ts'
import { recordingReturns } from './returning.ts'
import { lockStock, unreserveAddresses } from './stock.ts'
import { stopRenewing } from './stop-renewing.ts'
import { setLines, wishesOf } from './wishes.sql.ts'

/** The order that creates or renews a line; the caller has locked it. */
export interface LineOrder {
  company_id: string
  order_id: string
  order_number: string
}

/** The reason that a line shows while its order's refund is decided. */
export const refundSuspension = '退款处理中'

/**
 * Creates lines without addresses: their order's reservation is theirs until they are bound or released. Returns whether the buyer
 * chose addresses or groups, which `applyLineChoicesJob` applies.
 */
export async function createLines(transaction: Database, order: LineOrder, lines: NewLine[]): Promise<boolean> {
  const { company_id, order_id } = order
  const wishes = await wishesOf(transaction, company_id, order_id)
  const nameOf = new Map(wishes.map(({ position, name }) => [position, name]))
  const wished = lines.map((line, index) => ({ ...line, name: nameOf.get(index + 1) ?? line.name }))
  const inserted = await insertLines(transaction, company_id, order_id, wished)
  await log(transaction, order, 'bought', inserted)
  const made = wishes.flatMap(({ position }) =>
    inserted.slice(position - 1, position).map(row => ({ position, ...row })),
  )
  if (made.length) await setLines(transaction, company_id, order_id, made)
  return wishes.some(({ address_id, group_id }) => address_id || group_id)
}

/** A trial's line has no order; an address is reserved for it as for a bought one. */
export async function createTrialLine(
  transaction: Database,
  trial: { companyId: string; trial_id: string; ends_at: string },
  line: Omit<NewLine, 'days'>,
): Promise<void> {
  const inserted = await insertTrialLine(transaction, trial, line)
  const detail = `至 ${dayInChina(trial.ends_at)}`
  await recordLineLog(
    transaction,
    trial.companyId,
    inserted.map(({ line_id }) => ({ line_id, action: 'tried', detail })),
  )
}

/**
 * Extends lines that an order renews. Access to lines that had ended is restored, which is recorded. When one of the lines has been
 * released it throws -52001, and the caller has to roll back.
 */
export async function renewLines(transaction: Database, order: LineOrder, renewals: Renewal[]): Promise<void> {
  await recordingReturns(transaction, { ...renewed(order, renewals), act: '续费' }, async () => {
    const extended = await extendLines(transaction, order, renewals)
    if (extended.length !== renewals.length) throw new Refusal(-52001)
    await log(transaction, order, 'renewed', extended, '续费至')
  })
}

/** Reverses a renewal whose time has not begun, and throws -49012 once it has. Its lines stop renewing themselves. */
export async function takeBackRenewal(transaction: Database, order: LineOrder, renewals: Renewal[]): Promise<void> {
  const { companyId, lineIds } = renewed(order, renewals)
  await lockLines(transaction, companyId, lineIds)
  const shortened = await shortenLines(transaction, order.company_id, order.order_id)
  if (shortened.length !== renewals.length) throw new Refusal(-49012)
  await log(transaction, order, 'renewed', shortened, '申请退款，到期日退回')
  await stopRenewing(transaction, order, lineIds, '申请退款')
}

/**
 * Restores the days after the refund was rejected or withdrawn, as `act` says. A line that was released meanwhile has no use for
 * them.
 */
export async function giveBackRenewal(
  transaction: Database,
  order: LineOrder,
  renewals: Renewal[],
  act: string,
): Promise<void> {
  await recordingReturns(transaction, { ...renewed(order, renewals), act }, async () => {
    const lengthened = await lengthenLines(transaction, order.company_id, order.order_id)
    await log(transaction, order, 'renewed', lengthened, `${act}，恢复至`)
  })
}

/** Suspends the lines of an order if none ever had an address or was renewed, and throws -49012 otherwise. */
export async function takeBackLines(transaction: Database, order: LineOrder): Promise<void> {
  const all = await lockLinesOf(transaction, order.company_id, order.order_id)
  // Read after the locks: a renewal that is paid meanwhile waits for them, and then finds the lines suspended.
  if (await hasRenewed(transaction, order.company_id, order.order_id)) throw new Refusal(-49012)
  const suspended = await suspendUnused(transaction, order.company_id, order.order_id, refundSuspension)
  if (suspended.length !== all) throw new Refusal(-49012)
  await log(transaction, order, 'suspended', suspended, refundSuspension)
}

/** Makes the lines bindable again after the refund was rejected or withdrawn, as `act` says. */
export async function giveBackLines(transaction: Database, order: LineOrder, act: string): Promise<void> {
  await lockLinesOf(transaction, order.company_id, order.order_id)
  const resumed = await resumeUnused(transaction, order.company_id, order.order_id)
  await log(transaction, order, 'resumed', resumed, `${act}，到期日顺延至`)
}

/** Ends the lines after the refund, and releases what was reserved for them. */
export async function releaseLines(transaction: Database, order: LineOrder): Promise<void> {
  await lockStock(transaction, await placesOf(transaction, order.company_id, order.order_id))
  await lockLinesOf(transaction, order.company_id, order.order_id)
  const released = await releaseUnused(transaction, order.company_id, order.order_id)
  await unreserveAddresses(
    transaction,
    released.map(line => ({ ...line, count: 1 })),
  )
  await log(transaction, order, 'released', released, '订单已退款')
}

const renewed = ({ company_id: companyId }: LineOrder, renewals: Renewal[]) => ({
  companyId,
  lineIds: renewals.map(({ line_id }) => line_id),
})

async function log(
  transaction: Database,
  { company_id, order_number }: LineOrder,
  action: Exclude<LineAction, 'permission'>,
  lines: { line_id: string; ends_at?: string }[],
  detail = '',
): Promise<void> {
  const entries = lines.map(({ line_id, ends_at }) => ({
    line_id,
    action,
    detail: [`订单 ${order_number}`, `${detail}${ends_at ? ` ${dayInChina(ends_at)}` : ''}`].filter(Boolean).join('，'),
  }))
  if (entries.length) await recordLineLog(transaction, company_id, entries)
}
