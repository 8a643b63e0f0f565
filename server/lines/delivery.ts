import type { LineAction } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { dayInChina } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'
import {
  extendLines,
  insertLineLog,
  insertLines,
  isRenewed,
  lengthenLines,
  lockLines,
  lockLinesOf,
  placesOf,
  releaseUnused,
  resumeUnused,
  shortenLines,
  suspendUnused,
} from './delivery.sql.ts'
import { lockStock, unreserveAddresses } from './stock.ts'

/** The order that a line comes of, or that renews it; locked by the caller. */
export interface LineOrder {
  company_id: string
  id: string
  number: string
}

export interface NewLine {
  name: string
  sku_id: string
  region_id: string
  access_way_id: string
  bandwidth: number | null
  days: number
}

export interface Renewal {
  line_id: string
  days: number
  until: Date | null
  old_ends_at: Date
}

/** Why a line is suspended while its order's refund is decided. Whoever releases or renews lines leaves these alone. */
export const refundSuspension = '退款处理中'

/** Lines without an address yet: what was reserved for their order is theirs until they are bound or released. */
export async function createLines(
  transaction: Database,
  order: LineOrder,
  lines: NewLine[],
  actorName: string,
): Promise<void> {
  const made = await insertLines(transaction, order.company_id, order.id, lines)
  await log(transaction, order, 'bought', actorName, made)
}

/** Extends lines that an order renews. Throws -52001 when one of them has been released, and has to be rolled back then. */
export async function renewLines(
  transaction: Database,
  order: LineOrder,
  renewals: Renewal[],
  actorName: string,
): Promise<void> {
  await lockRenewed(transaction, order, renewals)
  const extended = await extendLines(transaction, order.company_id, renewals, refundSuspension)
  if (extended.length !== renewals.length) throw new Refusal(-52001)
  await log(transaction, order, 'renewed', actorName, extended, '续费至')
}

/** Takes a renewal back before its time has begun; throws -49012 once it has. */
export async function takeBackRenewal(
  transaction: Database,
  order: LineOrder,
  renewals: Renewal[],
  actorName: string,
): Promise<void> {
  await lockRenewed(transaction, order, renewals)
  const shortened = await shortenLines(transaction, order.company_id, renewals)
  if (shortened.length !== renewals.length) throw new Refusal(-49012)
  await log(transaction, order, 'renewed', actorName, shortened, '申请退款，到期日退回')
}

/** The refund was rejected: the days are there again. A line that was released meanwhile has no use for them. */
export async function giveBackRenewal(
  transaction: Database,
  order: LineOrder,
  renewals: Renewal[],
  actorName: string,
): Promise<void> {
  await lockRenewed(transaction, order, renewals)
  const lengthened = await lengthenLines(transaction, order.company_id, renewals)
  await log(transaction, order, 'renewed', actorName, lengthened, '退款未通过，恢复至')
}

/** Suspends the lines of an order of which none ever had an address or was renewed; throws -49012 otherwise. */
export async function takeBackLines(transaction: Database, order: LineOrder, actorName: string): Promise<void> {
  const all = await lockLinesOf(transaction, order.company_id, order.id)
  // Read after the locks: a renewal that is paid in the meantime waits for them, and then finds the lines suspended.
  if (await isRenewed(transaction, order.company_id, order.id)) throw new Refusal(-49012)
  const suspended = await suspendUnused(transaction, order.company_id, order.id, refundSuspension)
  if (suspended.length !== all) throw new Refusal(-49012)
  await log(transaction, order, 'suspended', actorName, suspended, refundSuspension)
}

/** The refund was rejected: the lines can be bound again. */
export async function giveBackLines(transaction: Database, order: LineOrder, actorName: string): Promise<void> {
  await lockLinesOf(transaction, order.company_id, order.id)
  const resumed = await resumeUnused(transaction, order.company_id, order.id, refundSuspension)
  await log(transaction, order, 'resumed', actorName, resumed, '退款未通过')
}

/** The money went back: the lines end, and what was promised to them is free for others. */
export async function releaseLines(transaction: Database, order: LineOrder, actorName: string): Promise<void> {
  const places = await placesOf(transaction, order.company_id, order.id)
  await lockStock(
    transaction,
    places.map(row => ({ regionId: row.region_id, accessWayId: row.access_way_id })),
  )
  await lockLinesOf(transaction, order.company_id, order.id)
  const released = await releaseUnused(transaction, order.company_id, order.id, refundSuspension)
  await unreserveAddresses(
    transaction,
    released.map(row => ({ regionId: row.region_id, accessWayId: row.access_way_id, count: 1 })),
  )
  await log(transaction, order, 'released', actorName, released, '订单已退款')
}

const lockRenewed = (transaction: Database, { company_id }: LineOrder, renewals: Renewal[]) =>
  lockLines(
    transaction,
    company_id,
    renewals.map(({ line_id }) => line_id),
  )

async function log(
  transaction: Database,
  { company_id, number }: LineOrder,
  action: LineAction,
  actorName: string,
  lines: { id: string; ends_at?: Date }[],
  detail = '',
): Promise<void> {
  const entries = lines.map(({ id, ends_at }) => ({
    line_id: id,
    action,
    actor_name: actorName,
    detail: [`订单 ${number}`, `${detail}${ends_at ? ` ${dayInChina(ends_at)}` : ''}`].filter(Boolean).join('，'),
  }))
  if (entries.length) await insertLineLog(transaction, company_id, entries)
}
