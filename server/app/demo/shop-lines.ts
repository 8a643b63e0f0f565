import { day, dayInChina } from '#server/core/service-time.ts'
import type { Sku } from '#server/modules/catalogue/catalogue.ts'
import { refundSuspension } from '#server/modules/lines/delivery.ts'
import type { DemoLine, DemoOrder } from './orders.ts'
import { idAt } from './shop-numbers.ts'
import { at, type History, type LineRow, minute, type OrderRow } from './shop-rows.ts'

/** Makes the lines of an order, with their later history. */
export function deliver(
  history: History,
  story: DemoOrder,
  { order, sku, days, paidAt }: { order: OrderRow; sku: Sku; days: number; paidAt: Date },
): void {
  const { region_id, access_way_id } = sku
  if (!region_id || !access_way_id) return
  const log = logTo(history)
  const buyer = order.buyer_name
  const lines = (story.lines ?? []).map((planned: DemoLine): LineRow => {
    const refunded = story.refund !== undefined
    const bound = !planned.unbound && !refunded
    const address = bound ? history.existing.address(region_id, access_way_id) : undefined
    const boundAt = bound ? new Date(paidAt.getTime() + 25 * minute) : null
    const releasedAt = planned.released === undefined ? null : at(history, planned.released)
    const suspension = story.state === 'refunding' ? refundSuspension : (planned.suspended ?? null)
    const line: LineRow = {
      id: idAt(paidAt),
      company_id: order.company_id,
      order_id: order.id,
      name: planned.name,
      remark: planned.remark ?? '',
      sku,
      state: releasedAt ? 'released' : suspension ? 'suspended' : bound ? 'active' : 'unbound',
      suspend_reason: releasedAt ? null : suspension,
      refund_suspended_at:
        !releasedAt && story.state === 'refunding' && story.refund ? at(history, story.refund.requested) : null,
      ip_address_id: address && !releasedAt ? address.id : null,
      starts_at: paidAt,
      ends_at: new Date(paidAt.getTime() + days * day),
      auto_renew: planned.autoRenew ?? false,
      bound_at: boundAt,
      released_at: releasedAt,
    }
    log(line, { action: 'bought', actor_name: buyer, detail: `订单 ${order.number}` }, paidAt)
    if (address && boundAt) log(line, { action: 'bound', actor_name: buyer, detail: address.address }, boundAt)
    if (story.refund)
      log(
        line,
        { action: 'suspended', actor_name: buyer, detail: `订单 ${order.number}，${refundSuspension}` },
        at(history, story.refund.requested),
      )
    else if (suspension) log(line, { action: 'suspended', actor_name: '平台', detail: suspension }, at(history, 0.04))
    if (releasedAt) {
      const entry = refunded
        ? { actor_name: '客服', detail: `订单 ${order.number}，订单已退款` }
        : { actor_name: '系统', detail: '到期后未续费' }
      log(line, { action: 'released', ...entry }, releasedAt)
      if (address) history.cooling.push({ id: address.id, free_at: new Date(releasedAt.getTime() + 7 * day) })
    } else if (address) history.bound.push(address.id)
    return line
  })
  history.lines.push(...lines)
  history.madeLines.set(`${story.company} ${story.key}`, lines)
}

export function renew(
  history: History,
  lines: LineRow[],
  { order, days, paidAt }: { order: OrderRow; days: number; paidAt: Date },
): void {
  const log = logTo(history)
  for (const line of lines) {
    line.ends_at = new Date(line.ends_at.getTime() + days * day)
    const detail = `订单 ${order.number}，续费至 ${dayInChina(line.ends_at.getTime())}`
    log(line, { action: 'renewed', actor_name: order.buyer_name, detail }, paidAt)
  }
}

interface Entry {
  action: string
  actor_name: string
  detail: string
}

const logTo =
  (history: History) =>
  ({ id: line_id, company_id }: LineRow, entry: Entry, created_at: Date): void => {
    history.logs.push({ id: idAt(created_at), company_id, line_id, ...entry, created_at })
  }
