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
    log(history, line, 'bought', order.buyer_name, `订单 ${order.number}`, paidAt)
    if (address && boundAt) log(history, line, 'bound', order.buyer_name, address.address, boundAt)
    if (story.refund)
      log(
        history,
        line,
        'suspended',
        order.buyer_name,
        `订单 ${order.number}，${refundSuspension}`,
        at(history, story.refund.requested),
      )
    else if (suspension) log(history, line, 'suspended', '平台', suspension, at(history, 0.04))
    if (releasedAt) {
      log(
        history,
        line,
        'released',
        refunded ? '客服' : '系统',
        refunded ? `订单 ${order.number}，订单已退款` : '到期后未续费',
        releasedAt,
      )
      if (address) history.cooling.push({ id: address.id, free_at: new Date(releasedAt.getTime() + 7 * day) })
    } else if (address) history.bound.push(address.id)
    return line
  })
  history.lines.push(...lines)
  history.madeLines.set(`${story.company} ${story.key}`, lines)
}

export function renew(history: History, lines: LineRow[], order: OrderRow, days: number, paidAt: Date): void {
  for (const line of lines) {
    line.ends_at = new Date(line.ends_at.getTime() + days * day)
    log(
      history,
      line,
      'renewed',
      order.buyer_name,
      `订单 ${order.number}，续费至 ${dayInChina(line.ends_at.getTime())}`,
      paidAt,
    )
  }
}

function log(history: History, line: LineRow, action: string, actor_name: string, detail: string, when: Date): void {
  const { company_id, id: line_id } = line
  history.logs.push({ id: idAt(when), company_id, line_id, action, actor_name, detail, created_at: when })
}
