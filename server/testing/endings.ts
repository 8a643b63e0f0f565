import { z } from 'zod'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { signedNotification, toNotification } from '#server/integrations/gateways/sandbox-notify.ts'
import { decideTrade } from '#server/integrations/gateways/sandbox-trades.ts'
import type { makeOn } from './make.ts'

/** A shop with its replicas, in this process or in others. */
export interface Shop {
  system: Database
  make: ReturnType<typeof makeOn>
  config: Keys
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Name>,
    sent: { sid: string },
  ): Promise<{ code: number; data: OutputOf<Name> }>
  /** Delivers the sandbox's notification to one of the replicas. */
  notify(notification: ReturnType<typeof signedNotification>, replica: number): Promise<unknown>
  /** Runs the job that closes the order when the time to pay is over, and waits for it. */
  close(companyId: string, orderId: string): Promise<unknown>
}

export interface Ending {
  /** The stock that the order was for, and its end. */
  outcome: `${'plenty' | 'scarce'} ${'fulfilled' | 'given back'}`
  /** Set when the outcome is unsound: a paid order must be fulfilled or refunded. */
  fault?: string
}

const shuffled = <Item>(items: Item[]) =>
  items
    .map(item => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/**
 * Returns a round, in which notification, cancel and expiry of one order coincide. Rounds run one after the other,
 * numbered from 0.
 */
export async function endings({ system, make, config, call, notify, close }: Shop) {
  const [company, rival] = [await make.company(), await make.company()]
  const [sid, rivalSid] = [await make.session(company.owner.account), await make.session(rival.owner.account)]
  const [hours, stock] = [await make.sku({ product: 'hours', price: 5800 }), await make.sku({ stock: 1 })]

  async function callOrThrow<Name extends CallName>(name: Name, input: InputOf<Name>) {
    const { code, data } = await call(name, input, { sid })
    if (code !== 200) throw new Error(`${name} answered ${code}`)
    return data
  }
  const order = ({ id, packageId }: typeof hours, request_key: string): InputOf<'createOrder'> => ({
    kind: 'purchase',
    items: [{ sku_id: id, package_type_id: packageId, quantity: 1 }],
    request_key,
  })

  /** In every case a payment that was not fulfilled must be refunded, and a fulfilled order must be paid once. */
  async function judgeEnding(orderId: string, scarce: boolean): Promise<Ending> {
    const { state, payments, refunds } = await callOrThrow('getOrderDetailByOrderId', { order_id: orderId })
    const paid = payments.filter(payment => payment.state === 'paid' || payment.state === 'refunded').length
    const back = refunds.filter(refund => refund.state !== 'rejected').length
    const fulfilled = state === 'fulfilled'
    const sound = paid === 1 && paid - back === (fulfilled ? 1 : 0)
    return {
      outcome: `${scarce ? 'scarce' : 'plenty'} ${fulfilled ? 'fulfilled' : 'given back'}`,
      ...(!sound && { fault: `${state}: ${JSON.stringify({ payments, refunds })}` }),
    }
  }

  return async function round(number: number): Promise<Ending> {
    // In every other round the order is for the last address, which a rival order wants as well.
    const scarce = number % 2 === 1
    const placed = await callOrThrow('createOrder', order(scarce ? stock : hours, `endings-${number}-order`))
    const orderId = placed.order_id
    const { payment_id } = await callOrThrow('orderOpera', { order_id: orderId, opera: 'pay', gateway: 'sandbox' })
    const { out_trade_no } = (await system.row(
      z.object({ out_trade_no: z.string() }),
    )`select out_trade_no from payment where id = ${payment_id}`) ?? { out_trade_no: '' }
    const trade = await decideTrade(system, out_trade_no, 'paid')
    if (!trade) throw new Error('the cashier took no money')
    const notification = signedNotification(config, toNotification(trade))
    // In every third round the gateway notifies nobody before the order has ended.
    const late = number % 3 === 0
    const setTradeState = (state: string) =>
      system.change`update demo_trade set state = ${state} where out_trade_no = ${out_trade_no}`
    if (late) await setTradeState('closed')
    await system.change`update shop_order set pays_until = now() where id = ${orderId}`
    const rivals = () => call('createOrder', order(stock, `endings-${number}-rival`), { sid: rivalSid })
    const acts: (() => Promise<unknown>)[] = [
      () => call('orderOpera', { order_id: orderId, opera: 'cancel' }, { sid }),
      () => close(company.id, orderId),
    ]
    if (!late)
      acts.push(
        () => notify(notification, number),
        () => notify(notification, number + 1),
      )
    if (scarce) acts.push(rivals)
    await Promise.all(
      shuffled(acts).map(async (act, place) => {
        await new Promise(resolve => setTimeout(resolve, place * (number % 4) * 2))
        await act()
      }),
    )
    if (late) {
      // The rival was refused while the address was still reserved.
      if (scarce) await rivals()
      await setTradeState('paid')
      await Promise.all([notify(notification, number), notify(notification, number + 1)])
    }
    const ending = await judgeEnding(orderId, scarce)
    if (scarce) {
      // Free the address for the next round.
      await system.change`
        update line set state = 'released', suspend_reason = null where company_id in (${company.id}, ${rival.id})`
      await system.change`update shop_order set state = 'cancelled' where company_id = ${rival.id}`
      await system.change`update address_stock set reserved = 0 where region_id = ${stock.regionId}`
    }
    return ending
  }
}
