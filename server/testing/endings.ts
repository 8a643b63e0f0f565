import sql from 'sql-template-tag'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/database.ts'
import { signedNotification, toldOf } from '../demo/sandbox-notify.ts'
import { decideTrade } from '../demo/sandbox-trades.ts'
import type { makeOn } from './make.ts'

/** A shop with its replicas, in this process or in others. */
export interface Shop {
  system: Database
  make: ReturnType<typeof makeOn>
  config: Pick<Config, 'secretKey'>
  call<Name extends CallName>(
    name: Name,
    input: InputOf<Name>,
    sent: { sid: string },
  ): Promise<{ code: number; data: OutputOf<Name> }>
  /** Of the sandbox's, to one of the replicas. */
  tell(notification: ReturnType<typeof signedNotification>, replica: number): Promise<unknown>
  /** What the clock starts when the time to pay is over; resolves when that has run. */
  close(companyId: string, orderId: string): Promise<unknown>
}

export interface Ending {
  /** Whether an address was at stake that was there once, and what became of the order. */
  outcome: `${'plenty' | 'scarce'} ${'fulfilled' | 'given back'}`
  /** What is not sound about it: paid means fulfilled or given back. */
  fault?: string
}

const shuffled = <Item>(items: Item[]) =>
  items
    .map(item => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

/** Rounds in which notification, cancel and expiry of one order come at once; one after the other, numbered from 0. */
export async function endings({ system, make, config, call, tell, close }: Shop) {
  const [company, rival] = [await make.company(), await make.company()]
  const [sid, rivalSid] = [await make.session(company.owner.account), await make.session(rival.owner.account)]
  const [hours, stock] = [await make.sku({ product: 'hours', price: 5800 }), await make.sku({ stock: 1 })]

  async function must<Name extends CallName>(name: Name, input: InputOf<Name>) {
    const { code, data } = await call(name, input, { sid })
    if (code !== 200) throw new Error(`${name} answered ${code}`)
    return data
  }
  const order = ({ id, packageId }: typeof hours, request_key: string): InputOf<'createOrder'> => ({
    kind: 'purchase',
    items: [{ sku_id: id, package_type_id: packageId, quantity: 1 }],
    request_key,
  })

  /** Whatever happened: of what was paid, what was not delivered goes back, and what was delivered was paid once. */
  async function endingOf(orderId: string, scarce: boolean): Promise<Ending> {
    const { state, payments, refunds } = await must('getOrderDetailByOrderId', { order_id: orderId })
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
    // Every other round the last address is at stake, and somebody else wants it as well.
    const scarce = number % 2 === 1
    const placed = await must('createOrder', order(scarce ? stock : hours, `endings-${number}-order`))
    const orderId = placed.order_id
    const { payment_id } = await must('orderOpera', { order_id: orderId, opera: 'pay', gateway: 'sandbox' })
    const { out_trade_no } = (await system.row<{ out_trade_no: string }>(
      sql`select out_trade_no from payment where id = ${payment_id}`,
    )) ?? { out_trade_no: '' }
    const trade = await decideTrade(system, out_trade_no, 'paid')
    if (!trade) throw new Error('the cashier took no money')
    const told = signedNotification(config, toldOf(trade))
    // Every third round the gateway tells nothing before the order has ended.
    const late = number % 3 === 0
    const books = (state: string) =>
      system.change(sql`update demo_trade set state = ${state} where out_trade_no = ${out_trade_no}`)
    if (late) await books('closed')
    await system.change(sql`update shop_order set pays_until = now() where id = ${orderId}`)
    const rivals = () => call('createOrder', order(stock, `endings-${number}-rival`), { sid: rivalSid })
    const acts: (() => Promise<unknown>)[] = [
      () => call('orderOpera', { order_id: orderId, opera: 'cancel' }, { sid }),
      () => close(company.id, orderId),
    ]
    if (!late)
      acts.push(
        () => tell(told, number),
        () => tell(told, number + 1),
      )
    if (scarce) acts.push(rivals)
    await Promise.all(
      shuffled(acts).map(async (act, place) => {
        await new Promise(resolve => setTimeout(resolve, place * (number % 4) * 2))
        await act()
      }),
    )
    if (late) {
      // It had been refused while the address was still kept.
      if (scarce) await rivals()
      await books('paid')
      await Promise.all([tell(told, number), tell(told, number + 1)])
    }
    const ending = await endingOf(orderId, scarce)
    if (scarce) {
      // The address is free again for the next round.
      await system.change(sql`
        update line set state = 'released', suspend_reason = null where company_id in (${company.id}, ${rival.id})`)
      await system.change(sql`update shop_order set state = 'cancelled' where company_id = ${rival.id}`)
      await system.change(sql`update address_stock set reserved = 0 where region_id = ${stock.regionId}`)
    }
    return ending
  }
}
