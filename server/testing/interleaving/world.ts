import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { creditBalance } from '#server/modules/balance/balance.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { newPhone } from '#server/testing/identities.ts'
import { inserted } from '#server/testing/inserted.ts'
import type { TestCompany, TestEmployee } from '#server/testing/make.ts'
import type { testPortal } from '#server/testing/portal.ts'
import { ownThings } from './own-things.ts'

type Portal = Awaited<ReturnType<typeof testPortal>>

/** Operators and hours for sale, which all worlds share. */
export async function foundations(portal: Portal) {
  const { make } = portal
  return {
    approvals: approvalsOn(portal),
    support: await make.operator('support'),
    finance: await make.operator('finance'),
    network: await make.operator('network'),
    owner: await make.operator('owner'),
    otherOwner: await make.operator('owner'),
    hours: await make.sku({ product: 'hours', price: 5800 }),
  }
}
type Foundations = Awaited<ReturnType<typeof foundations>>

export type World = Awaited<ReturnType<typeof makeWorld>>

/** The company of a world, two of its employees and one of its managers. */
interface Cast {
  company: TestCompany
  one: TestEmployee
  two: TestEmployee
  manager: TestEmployee
}

async function newCast(make: Portal['make']): Promise<Cast> {
  const company = await make.company({ managers: 1, employees: 2 })
  const [one, two] = company.employees
  const [manager] = company.managers
  if (!one || !two || !manager) throw new Error('the company is not complete')
  return { company, one, two, manager }
}

/**
 * One company and the objects in which two changes of it may conflict. Each is created when the first change needs it and is the
 * same for the other one; there is just enough of everything for one of them.
 */
export async function makeWorld(portal: Portal, ground: Foundations, cast?: Cast) {
  const { make, system, call } = portal
  // The sums that operators did alone in other worlds count for their day, and would eventually need a second operator.
  await system.change`delete from approval_use`
  await system.change`delete from approval_company_use`
  // The same applies to attempts from this machine.
  await system.change`delete from limit_counter`
  const { company, one, two, manager } = cast ?? (await newCast(make))
  const sid = await make.session(company.owner.account)
  const managerSid = await make.session(manager.account)

  const made = new Map<string, Promise<unknown>>()
  const once =
    <Thing>(name: string, make: () => Promise<Thing>) =>
    (): Promise<Thing> => {
      const thing = made.get(name) ?? make()
      made.set(name, thing)
      // The map holds under each name what its own factory has created.
      return thing as Promise<Thing>
    }
  async function done<Name extends CallName>(name: Name, input: InputOf<Name>, as = sid): Promise<OutputOf<Name>> {
    const { code, msg, data } = await call(name, input, { sid: as })
    if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
    return data
  }
  const basket = (sku: { id: string; packageId: string }): InputOf<'createOrder'> => ({
    kind: 'purchase',
    items: [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }],
    request_key: randomUUID(),
  })

  /** One person-month. */
  const credit = (days: number) => creditService(system, { companyId: company.id, days, kind: 'purchase', note: '' })
  const balance = once('balance', () => credit(30))
  const served = once('served', async () => {
    await credit(10)
    await done('setCompanyUserService', { employee_ids: [one.id], days: 10 })
  })
  const phone = once('phone', async () => newPhone())
  const sku = once('sku', () => make.sku({ stock: 3 }))
  const lastSku = once('last sku', () => make.sku({ stock: 1 }))
  const order = once('order', async () => (await done('createOrder', basket(ground.hours))).order_id)
  const cancelled = once('cancelled', async () => {
    const order_id = (await done('createOrder', basket(ground.hours))).order_id
    await done('orderOpera', { order_id, opera: 'cancel' })
    return order_id
  })
  const lineOrder = once('line order', async () => (await done('createOrder', basket(await lastSku()))).order_id)
  const numberOf = async (id: string) => {
    const row = await system.row(z.object({ number: z.string() }))`select number from shop_order where id = ${id}`
    return row?.number ?? ''
  }
  const remarkCode = async (payment_id: string) => {
    const row = await system.row(z.object({ code: z.string() }))`
      select out_trade_no as code from payment where id = ${payment_id}`
    return row?.code ?? ''
  }
  const otherOrder = once('other order', async () => (await done('createOrder', basket(ground.hours))).order_id)
  const credited = { kind: 'correction', companyId: company.id, note: '' } as const
  /** A balance that suffices for one of the two orders. */
  const money = once('money', () =>
    system.transaction(transaction => creditBalance(transaction, { ...credited, amount: 6_000 })),
  )
  const transfer = once('transfer', async () => {
    const opened = await done('orderOpera', { order_id: await order(), opera: 'pay', gateway: 'transfer' })
    return { id: opened.payment_id ?? '', code: await remarkCode(opened.payment_id ?? '') }
  })
  const voucherFile = async () => ({
    file_id: (await make.storedFile({ accountId: company.owner.account.id, purpose: 'voucher' })).id,
  })
  const voucher = once('voucher', async () => {
    const { file_id } = await voucherFile()
    await done('submitTransferVoucher', { payment_id: (await transfer()).id, file_id, payer_name: company.name })
    return transfer()
  })
  /** Its hours are in the balance. */
  const bought = once('bought', async () => {
    const { id, payable } = await make.order(company, { state: 'fulfilled' })
    await system.change`
      insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, paid_at, expires_at)
      values (${company.id}, ${id}, 'sandbox', ${randomUUID()}, ${payable}, 'paid', now(), now())`
    await balance()
    return id
  })
  const ticket = once('ticket', async () => {
    const question = { topic: 'other', subject: '请问', text: '如何续费' } as const
    return (await done('openTicket', question)).ticket_id
  })
  const draft = once('draft', async () => {
    const { kind, items } = basket(ground.hours)
    const draft = { company_id: company.id, kind, items, valid_days: 7 }
    return (await portal.operate('saveProposal', draft, { token: ground.finance.token })).data.proposal_id
  })
  const proposal = once('proposal', async () => {
    const sending = { proposal_id: await draft(), revision: 0, payable: ground.hours.price }
    await portal.operate('sendProposal', sending, { token: ground.finance.token })
    return draft()
  })
  /** The order by which the proposal was accepted. */
  const accepted = once('accepted', async () => {
    const { order_id } = await done('acceptProposal', { proposal_id: await proposal(), payable: ground.hours.price })
    return order_id
  })
  const refund = once('refund', async () => {
    await done('orderOpera', { order_id: await bought(), opera: 'refund', reason: '买错了' })
    const row = await system.row(z.object({ number: z.string() }))`
      select out_refund_no as number from refund where company_id = ${company.id} order by id desc limit 1`
    return row?.number ?? ''
  })
  const requestedRefund = async () => {
    const number = await refund()
    return (
      (await system.row(z.object({ order_id: z.string(), refund_id: z.string() }))`
        select order_id, id as refund_id from refund where out_refund_no = ${number}`) ?? {
        order_id: '',
        refund_id: '',
      }
    )
  }
  // Each world has its own, so that the number taken is equal after equal histories.
  const coupons = {
    center: once('coupon of the center', () => make.couponType({ perCompany: 1 })),
    gift: once('gift', () => make.couponType({ way: 'gift', amount: 4000, perCompany: 1 })),
    /** A gift of it waits for a second operator. */
    weighty: once('weighty gift', () => make.couponType({ way: 'gift', amount: 6000 })),
  }
  const coupon = once('coupon', () => make.coupon(company.id))
  const line = once('line', async () => make.line(company, { sku: await sku() }))
  const boundLine = once('bound line', async () => make.line(company, { sku: await sku(), bound: true }))
  /** A line that has a user, and whose end is in the records. */
  const ended = once('ended', async () => {
    const { id } = await boundLine()
    const groupId = (await group()).id
    await system.change`
      insert into line_group_line (company_id, group_id, line_id) values (${company.id}, ${groupId}, ${id})
      on conflict do nothing`
    await system.change`
      insert into line_group_employee (company_id, group_id, employee_id) values (${company.id}, ${groupId}, ${two.id})`
    await system.change`
      update line set ends_at = now() - interval '1 hour', lapsed_of = now() - interval '1 hour'
      where company_id = ${company.id} and id = ${id}`
  })
  const lateRenewal = once('late renewal', async () => {
    const { id } = await boundLine()
    await system.transaction(transaction => creditBalance(transaction, { ...credited, amount: 20_000 }))
    const input = { kind: 'renewal' as const, svp_ids: [id], days: 30, request_key: randomUUID() }
    return (await done('createOrder', input)).order_id
  })
  const otherLine = once('other line', async () => make.line(company, { sku: await sku() }))
  const suspendedLine = once('suspended line', async () => {
    const { id } = await line()
    await portal.operate('suspendOperatedLine', { line_id: id, reason: '核查' }, { token: ground.network.token })
    return id
  })
  const address = once('address', async () => {
    const { regionId, accessWayId } = await sku()
    const row = await system.row(inserted)`
      select id from ip_address where region_id = ${regionId} and access_way_id = ${accessWayId} and state = 'free'
      order by address limit 1`
    return row?.id ?? ''
  })
  const group = once('group', () => make.lineGroup(company.id))
  const department = once('department', () => make.department(company.id, { name: '销售部' }))
  const template = once('template', async () => {
    await balance()
    const content = { name: '模板', days: 5, device_limit: 3, group_ids: [(await group()).id] }
    return (await done('setTemplate', { ...content, dept_id: (await department()).id })).template_id
  })
  const shop = once('shop', async () => {
    const { shop_id } = await done('setShop', { platform: 'temu', name: '二店', shop_number: 'T1' })
    return shop_id
  })
  const title = once('title', async () => {
    const { name, creditCode } = company
    const input = { kind: 'normal', title: name, tax_number: creditCode, email: 'invoice@example.com' } as const
    return (await done('setInvoiceTitle', input)).title_id
  })
  const invoice = once('invoice', () => make.invoice(company))
  const paidOrder = once('paid order', () => make.order(company))
  const approval = once('approval', async () => {
    await ground.approvals.setPolicy('coupon', 5000)
    const coupon_type_id = (await coupons.weighty()).id
    const input = { company_id: company.id, coupon_type_id, request_key: randomUUID() }
    return ground.approvals.kept('giftCompanyCoupon', input, ground.support)
  })
  /** A correction that takes most of the balance. */
  const correction = once('correction', async () => {
    await money()
    const input = { company_id: company.id, amount: -5_000, reason: '多记了', request_key: randomUUID() }
    return ground.approvals.kept('correctCompanyBalance', input, ground.finance)
  })
  const trial = once('trial', async () => {
    await done('requestTrial', {})
    const row = await system.row(inserted)`select id from trial where company_id = ${company.id}`
    return row?.id ?? ''
  })
  const frozen = once('frozen', () =>
    portal.operate('freezeCompany', { company_id: company.id, reason: '核查资料' }, { token: ground.support.token }),
  )

  return {
    ...ground,
    ...ownThings(portal, { company, one, two, once, done, balance, credit, boundLine, group }),
    company,
    one,
    two,
    manager,
    sids: [sid, managerSid] as const,
    done,
    basket,
    numberOf,
    balance,
    sku,
    order,
    otherOrder,
    money,
    cancelled,
    lineOrder,
    lastSku,
    served,
    phone,
    voucherFile,
    transfer,
    voucher,
    bought,
    refund,
    requestedRefund,
    ticket,
    draft,
    proposal,
    accepted,
    coupons,
    coupon,
    line,
    boundLine,
    lateRenewal,
    ended,
    otherLine,
    suspendedLine,
    address,
    group,
    department,
    title,
    invoice,
    paidOrder,
    approval,
    correction,
    trial,
    frozen,
    template,
    shop,
  }
}
