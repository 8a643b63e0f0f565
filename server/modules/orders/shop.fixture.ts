import { expect } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import type { GatewayName } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { day, dayInChina, endOfDay } from '#server/core/service-time.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { decideTrade } from '#server/integrations/gateways/sandbox-trades.ts'
import { creditBalance, debitBalance } from '#server/modules/balance/balance.ts'
import { beginRefund } from '#server/modules/payments/begin-refund.ts'
import { undecidedRefunds } from '#server/modules/payments/refunds.sql.ts'
import { decideRefund, sendRefund } from '#server/modules/payments/refunds.ts'
import { payRenewals, renewLinesByThemselves } from '#server/modules/payments/renewals.ts'
import { settlePayment, type Verdict } from '#server/modules/payments/settle.ts'
import { closeOrder } from '#server/modules/sales/closing.ts'
import type { TestCompany } from '#server/testing/make.ts'
import type { testPortal } from '#server/testing/portal.ts'
import { lockOrder } from './orders.ts'

/** Returns the code of a refusal. */
function refused(error: unknown): number {
  if (error instanceof Refusal) return error.code
  throw error
}

const running = (log: Portal['services']['log']) => ({ log, stopping: new AbortController().signal })

type Portal = Awaited<ReturnType<typeof testPortal>>

export type Shop = ReturnType<typeof shopping>

/** Makes a company, by default one with only an owner, and lets the owner shop. */
export async function openShop(portal: Portal, values?: Parameters<Portal['make']['company']>[0]) {
  const company = await portal.make.company(values)
  const sid = await portal.make.session(company.owner.account)
  return { company, sid, shop: shopping(portal, company, sid) }
}

/** Simulates a company in the shop, its gateway and its clock. */
export function shopping({ call, system, services }: Portal, company: TestCompany, sid: string) {
  let key = 0
  const opera = (order_id: string, opera: InputOf<'orderOpera'>['opera'], more: Partial<InputOf<'orderOpera'>> = {}) =>
    call('orderOpera', { order_id, opera, ...more }, { sid })
  const tradeNumberOf = async (paymentId: string) =>
    (await system.row(z.object({ out_trade_no: z.string(), amount: z.int() }))`
    select out_trade_no, amount from payment where id = ${paymentId}`) ?? expect.unreachable()

  /** Places an order and returns its id. */
  async function order(
    items: { id: string; packageIds: string[] } | InputOf<'createOrder'>,
    quantity = 1,
    couponId?: string,
  ): Promise<string> {
    const request_key = `shopping-${company.id}-${++key}`
    const content: InputOf<'createOrder'> =
      'request_key' in items
        ? items
        : {
            kind: 'purchase',
            items: [{ sku_id: items.id, package_type_id: items.packageIds[0] ?? '', quantity }],
            request_key,
            ...(couponId && { coupon_id: couponId }),
          }
    const { code, data } = await call('createOrder', content, { sid })
    expect(code).toBe(200)
    return data.order_id
  }

  /** Opens an attempt at the sandbox cashier. */
  async function attempt(orderId: string, gateway: GatewayName = 'sandbox'): Promise<string> {
    const { code, data } = await opera(orderId, 'pay', { gateway })
    expect(code).toBe(200)
    return data.payment_id ?? ''
  }

  /** The person at the cashier pays, but no notification arrives yet. */
  async function payAtCashier(paymentId: string) {
    const { out_trade_no, amount } = await tradeNumberOf(paymentId)
    const trade = await decideTrade(system, out_trade_no, 'paid')
    return (
      trade && {
        gateway: 'sandbox' as const,
        outTradeNo: out_trade_no,
        amount,
        tradeNo: trade.trade_no,
        paidAt: new Date().toISOString(),
      }
    )
  }

  const settle = (settlement: Parameters<typeof settlePayment>[1]): Promise<Verdict> =>
    settlePayment(services, settlement)

  return {
    opera,
    offerOf: async (order_id: string) => (await call('getRefundOffer', { order_id }, { sid })).data,
    askUnused: (order_id: string, more: Partial<InputOf<'orderOpera'>> = {}) =>
      opera(order_id, 'refund', { reason: '用不完', refund_kind: 'unused', ...more }),
    order,
    attempt,
    payAtCashier,
    settle,
    tradeNumberOf,
    /** Runs all steps from the order to the delivered goods. */
    async bought(of: { id: string; packageIds: string[] }, quantity = 1, couponId?: string): Promise<string> {
      const orderId = await order(of, quantity, couponId)
      const paid = await payAtCashier(await attempt(orderId))
      expect(paid && (await settle(paid))).toBe('settled')
      return orderId
    },
    /** Ends the order's time to pay and runs the job that closes it. */
    async expire(orderId: string) {
      await system.change`update shop_order set pays_until = now() - interval '1 second' where id = ${orderId}`
      await close(orderId)
    },
    close,
    /** Decides the oldest waiting refund, or the newest. */
    async decide(orderId: string, approve: boolean, newest = false) {
      const orderNumber = (await detail(orderId)).order_number
      const waiting = newest ? await undecidedRefunds(system, orderNumber, undefined) : []
      await runAs('operator:test', () =>
        decideRefund(services, {
          orderNumber,
          outRefundNo: waiting.at(-1)?.out_refund_no,
          // Finance has returned a transfer's money by then.
          decision: approve ? { approve, sent: true } : { approve, reason: '不符合退款条件' },
        }),
      )
      if (approve) await sendRefunds()
    },
    /** Withdraws the newest refund that can be withdrawn; returns false if there is none. */
    async withdraw(order_id: string): Promise<boolean> {
      const refund_id = (await detail(order_id)).refunds.find(({ withdrawable }) => withdrawable)?.refund_id
      if (!refund_id) return false
      expect((await call('withdrawRefund', { order_id, refund_id }, { sid })).code).toBe(200)
      return true
    },
    /** Refunds an amount as goodwill, as an operator does, and returns the code. */
    goodwill: (orderId: string, amount: number): Promise<number> =>
      system
        .transaction(async transaction => {
          const order = (await lockOrder(transaction, company.id, orderId)) ?? expect.unreachable()
          await beginRefund(transaction, order, {
            ...{ kind: 'goodwill', amount, reason: '线路中断', operator: true },
          })
          return 200
        })
        .catch(refused),
    /** Adds fen to the prepaid balance, or takes them, as an operator's correction does, and returns the code. */
    correct: (amount: number): Promise<number> =>
      system
        .transaction(async transaction => {
          const correction = { kind: 'correction', companyId: company.id, note: '更正' } as const
          if (amount > 0) await creditBalance(transaction, { ...correction, amount })
          else await debitBalance(transaction, { ...correction, amount: -amount })
          return 200
        })
        .catch(refused),
    /** Lets one line renew itself once, as the hourly job does. */
    renewItself: (lineId: string) => renewing([lineId], () => renewLinesByThemselves(services, running(services.log))),
    /**
     * Returns the day in China at whose end the last of this many days after a line's end is over; undefined where a line ends just
     * before midnight, because the time that passes meanwhile would count.
     */
    async dayAfter(lineId: string, days: number): Promise<string | undefined> {
      const { ends_at } =
        (await system.row(z.object({ ends_at: z.iso.datetime() }))`select ends_at from line where id = ${lineId}`) ??
        expect.unreachable()
      const last = dayInChina(Date.parse(ends_at) + (days - 1) * day + 1)
      const left = Date.parse(endOfDay(last)) - Date.parse(ends_at) - (days - 1) * day
      return left < 15 * 60_000 ? undefined : last
    },
    /** Returns the orders that a line placed by itself. */
    ordersOf: (lineId: string) =>
      system.rows(z.object({ order_id: z.string(), order_number: z.string() }))`
        select id as order_id, number as order_number from shop_order
        where company_id = ${company.id} and request_key like ${`auto:${lineId}:%`}`,
    /** Retries the renewals that wait for a balance. */
    async payRenewals() {
      const lines = await system.rows(
        z.object({ id: z.string() }),
      )`select id from line where company_id = ${company.id}`
      const ids = lines.map(({ id }) => id)
      await renewing(ids, () => payRenewals(services, { company_id: company.id }, running(services.log)))
    },
    /** Moves what was paid and delivered into the past, as if this many days had gone by. */
    async daysPass(days: number) {
      await system.change`
        update order_item set old_ends_at = old_ends_at - make_interval(days => ${days}),
          until = until - make_interval(days => ${days}) where company_id = ${company.id} and old_ends_at is not null`
      // Only a line's own automatic order waits for days; it is recognized by the end that its line had.
      await system.change`
        update shop_order set pays_until = pays_until - make_interval(days => ${days}),
          request_key = 'auto:' || split_part(request_key, ':', 2) || ':'
            || split_part(request_key, ':', 3)::bigint - 86400 * ${days}::integer
        where company_id = ${company.id} and request_key like 'auto:%'`
      await system.change`
        update shop_order set paid_at = paid_at - make_interval(days => ${days}) where company_id = ${company.id}`
      await system.change`
        update renewal_end set ends_at = ends_at - make_interval(days => ${days}) where company_id = ${company.id}`
      await system.change`
        update line set created_at = created_at - make_interval(days => ${days}),
          ends_at = ends_at - make_interval(days => ${days}),
          refund_suspended_at = refund_suspended_at - make_interval(days => ${days}) where company_id = ${company.id}`
    },
    sendRefunds,
    detail,
    state: async (orderId: string) =>
      (await system.row(z.object({ state: z.string() }))`select state from shop_order where id = ${orderId}`)?.state,
    balance: async () => (await call('getServiceBalance', {}, { sid })).data.balance,
    lines: () =>
      system.rows(
        z.object({
          id: z.string(),
          state: z.string(),
          name: z.string(),
          ends_at: z.iso.datetime(),
          order_id: z.string(),
        }),
      )`
      select id, state, name, ends_at, order_id from line where company_id = ${company.id} order by id`,
  }

  /** Turns on the lines' automatic renewal only while `work` runs. */
  async function renewing(lineIds: string[], work: () => Promise<void>) {
    const set = (on: boolean) => system.change`update line set auto_renew = ${on} where id = any(${lineIds}::uuid[])`
    await set(true)
    await work()
    await set(false)
  }

  async function detail(order_id: string) {
    const { code, data } = await call('getOrderDetailByOrderId', { order_id }, { sid })
    expect(code).toBe(200)
    return data
  }

  function close(orderId: string) {
    return closeOrder(services, { company_id: company.id, order_id: orderId }, services)
  }

  async function sendRefunds() {
    const waiting = await system.rows(z.object({ id: z.string() }))`
    select id from refund where company_id = ${company.id} and state = 'sending'`
    for (const { id } of waiting)
      await sendRefund(services, { company_id: company.id, refund_id: id }, { lastAttempt: true, log: services.log })
  }
}
