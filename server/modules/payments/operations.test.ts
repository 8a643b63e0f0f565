import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { decideRefund } from './refunds.ts'
import { confirmTransfer } from './transfers.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
const finance = await make.operator('finance')
const second = await make.operator('finance')
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal, {
    name: `远帆（厦门）贸易${Math.random().toString(36).slice(2, 8)}有限公司`,
  }))
})

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>, as = finance) =>
  portal.operate(name, input, { token: as.token })

async function transfer({ voucher = true } = {}) {
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId, 'transfer')
  const { out_trade_no: remark_code } = await shop.tradeNumberOf(paymentId)
  if (voucher) {
    const { id: file_id } = await make.storedFile({ accountId: company.owner.account.id, purpose: 'voucher' })
    const input = { payment_id: paymentId, file_id, payer_name: company.name }
    expect((await call('submitTransferVoucher', input, { sid })).code).toBe(200)
  }
  return { orderId, paymentId, remark_code }
}
const approvalRow = z.object({ id: z.string(), state: z.string(), summary: z.string() })
const approvalOf = async (target: string) =>
  (await system.row(
    approvalRow,
  )`select id, state, summary from approval where target = ${target} order by id desc limit 1`) ?? expect.unreachable()
const decide = (approval_id: string, decision: 'confirm' | 'reject' | 'withdraw' = 'confirm', as = second) =>
  operate('decideApproval', { approval_id, decision, reason: '核对后不符' }, as)
const listed = async (keyword: string, state: OperationInput<'getTransferList'>['state'] = 'all') =>
  (await operate('getTransferList', { state, keyword })).data.list[0]
const audited = (target: string) =>
  system.rows(
    z.object({ action: z.string() }),
  )`select action from audit_entry where target = ${target} order by id`.then(rows => rows.map(({ action }) => action))
const notices = async () => (await call('getNoticeList', {}, { sid })).data.list
const waiting = async () => (await operate('getSelf', {})).data.waiting

describe('operations on transfers', () => {
  test('a transfer of the exact amount delivers the order when another operator confirms', async () => {
    const { orderId, paymentId, remark_code } = await transfer()
    const before = (await waiting()).transfers ?? 0
    expect(await listed(remark_code, 'submitted')).toMatchObject({
      state: 'submitted',
      amount: 5800,
      payer_name: company.name,
      payer_matches: true,
      company_id: company.id,
      voucher: { content_type: 'image/png' },
      approval: null,
    })
    expect((await operate('requestTransfer', { remark_code, amount: 5800 })).code).toBe(200)
    const approval = { requested_by: `${finance.name}的姓名` }
    expect(await listed(remark_code, 'submitted')).toMatchObject({ state: 'confirming', approval })
    expect((await waiting()).transfers).toBe(before - 1)
    const requested = await approvalOf(`payment:${paymentId}`)
    for (const word of ['58.00', company.name, remark_code, '订单开通']) expect(requested.summary).toContain(word)
    expect((await operate('requestTransfer', { remark_code, amount: 5800 }, second)).code).toBe(-53012)
    const { data } = await operate('getApprovalEvidence', { approval_id: requested.id }, second)
    expect(data.rows.find(({ label }) => label === '凭证')?.file).toMatchObject({ content_type: 'image/png' })
    expect(data.rows.find(({ label }) => label === '银行流水')?.value).toBe('没有导入，由申请人手工填写')
    expect((await decide(requested.id, 'confirm', finance)).code).toBe(-53010)
    expect(await shop.state(orderId)).toBe('pending')
    expect(await decide(requested.id)).toMatchObject({ code: 200, data: { result: '已入账，订单已支付' } })
    expect(await shop.state(orderId)).toBe('fulfilled')
    expect(await listed(remark_code)).toMatchObject({ state: 'paid', approval: null })
    expect(`${await audited(`payment:${paymentId}`)}`).toBe('approval.requested,approval.confirmed,payment.confirmed')
  })

  test('opening a voucher is a call of its own, which is audited', async () => {
    const { paymentId } = await transfer()
    const { data } = await operate('openVoucher', { payment_id: paymentId })
    expect((await portal.app.inject({ url: data.url })).statusCode).not.toBe(403)
    // The page's own request for a fresh address adds nothing.
    await operate('openVoucher', { payment_id: paymentId })
    expect(await audited(`payment:${paymentId}`)).toEqual(['payment.voucher_viewed'])
    const { paymentId: payment_id } = await transfer({ voucher: false })
    expect((await operate('openVoucher', { payment_id })).code).toBe(-53021)
  })

  test('a transfer is found by its amount, however that is written', async () => {
    const { paymentId, remark_code } = await transfer()
    await system.change`update payment set amount = 765432199 where id = ${paymentId}`
    for (const keyword of ['7654321.99', '¥7,654,321.99', remark_code])
      expect((await operate('getTransferList', { state: 'all', keyword })).data.list).toMatchObject([{ remark_code }])
    expect(await listed('7654321.98')).toBeUndefined()
    expect((await operate('getTransferList', { state: 'all', keyword: '7654321.99' })).data.total).toBe(1)
    await system.change`update payment set amount = 5800 where id = ${paymentId}`
  })

  test('a different amount is refused; a voucher can be rejected with a reason shown to the company', async () => {
    const { orderId, paymentId, remark_code } = await transfer()
    const requested = await operate('requestTransfer', { remark_code, amount: 5000 })
    expect([requested.code, requested.data]).toEqual([-53200, expect.stringContaining('应付 ¥58.00，填写 ¥50.00')])
    expect((await operate('rejectTransferVoucher', { remark_code, reason: '流水中没有这笔款' })).code).toBe(200)
    expect(await listed(remark_code, 'rejected')).toMatchObject({
      rejected_reason: '流水中没有这笔款',
      voucher_at: null,
    })
    expect((await notices())[0]).toMatchObject({
      kind: 'transfer_rejected',
      text: expect.stringContaining('没有这笔款'),
    })
    expect(await shop.state(orderId)).toBe('pending')
    expect(await audited(`payment:${paymentId}`)).toEqual(['payment.rejected'])
  })

  test('while waiting for confirmation a transfer is neither rejected nor recorded as a wrong amount', async () => {
    const { remark_code } = await transfer()
    await operate('requestTransfer', { remark_code, amount: 5800 })
    for (const refused of [
      await operate('rejectTransferVoucher', { remark_code, reason: '迟了' }),
      await operate('recordWrongTransfer', { remark_code, amount: 5000 }),
    ])
      expect([refused.code, refused.msg]).toEqual([-53020, expect.stringContaining('提交确认')])
    expect(await listed(remark_code)).toMatchObject({ state: 'confirming', rejected_reason: null, problem: null })
  })

  test('a wrong amount is listed and returned by two operators through the bank; the buyer pays again', async () => {
    const { orderId, paymentId, remark_code } = await transfer()
    expect((await operate('recordWrongTransfer', { remark_code, amount: 5800 })).code).toBe(-53201)
    expect((await operate('recordWrongTransfer', { remark_code, amount: 5000 })).code).toBe(200)
    expect((await operate('recordWrongTransfer', { remark_code, amount: 5100 })).code).toBe(-53020)
    expect(await listed(remark_code, 'wrong')).toMatchObject({ problem: '到账 ¥50.00，应付 ¥58.00' })
    expect((await notices())[0]).toMatchObject({
      kind: 'transfer_rejected',
      text: expect.stringContaining('到账 ¥50.00'),
    })
    // The transfer can't be confirmed outside that request.
    expect((await operate('requestTransfer', { remark_code, amount: 5800 })).code).toBe(-53020)
    await expect(
      runAs('cli', () => confirmTransfer(services, { remarkCode: remark_code, amount: 5800 })),
    ).rejects.toThrow('金额不符')
    const trouble = async () =>
      (await operate('getTroubleList', { kind: 'mismatch' })).data.list.find(row => row.out_trade_no === remark_code)
    expect(await trouble()).toMatchObject({ amount: 5000, due: 5800, returning: false })

    expect((await operate('returnWrongPayment', { out_trade_no: remark_code })).code).toBe(200)
    expect((await operate('returnWrongPayment', { out_trade_no: remark_code })).code).toBe(-53020)
    expect((await operate('settleWrongPayment', { out_trade_no: remark_code, reason: '已处理' })).code).toBe(-53020)
    const out_refund_no = (await trouble())?.out_refund_no ?? ''
    expect((await operate('markRefundSent', { out_refund_no, reference: 'B20261120-1' })).msg).toContain('还没有批准')
    const refund = (await operate('getRefundList', { keyword: company.name })).data.list[0]
    expect(refund).toMatchObject({ kind: 'mismatch', by_hand: true, amount: 5000, state: 'asked' })
    expect((await operate('rejectRefund', { out_refund_no, reason: '不退' })).msg).toContain('只能退回')
    expect((await decide((await approvalOf(`refund:${refund?.refund_id}`)).id)).data.result).toContain('由银行汇回')
    expect((await operate('markRefundSent', { out_refund_no, reference: 'B20261120-1' })).code).toBe(200)
    expect((await operate('markRefundSent', { out_refund_no, reference: 'B20261120-1' })).msg).toContain('已办结')
    expect(await trouble()).toBeUndefined()
    expect((await notices())[0]).toMatchObject({ kind: 'order_refunded', text: expect.stringContaining('B20261120-1') })

    expect(await shop.state(orderId)).toBe('pending')
    expect(await shop.attempt(orderId, 'transfer')).not.toBe(paymentId)
  })

  test('a wrong amount recorded by mistake can be corrected and then confirmed', async () => {
    const { orderId, paymentId, remark_code } = await transfer()
    await operate('recordWrongTransfer', { remark_code, amount: 580 })
    expect((await operate('settleWrongPayment', { out_trade_no: remark_code, reason: '登记有误' })).code).toBe(-53013)
    await decide((await approvalOf(`payment:${paymentId}`)).id)
    expect(await audited(`payment:${paymentId}`)).toContain('payment.problem_settled')
    await operate('requestTransfer', { remark_code, amount: 5800 })
    await decide((await approvalOf(`payment:${paymentId}`)).id)
    expect(await shop.state(orderId)).toBe('fulfilled')
  })

  test('confirming does not deliver an order closed meanwhile; a new request does', async () => {
    const { orderId, paymentId, remark_code } = await transfer()
    await operate('requestTransfer', { remark_code, amount: 5800 })
    const { order_number } = await shop.detail(orderId)
    expect((await operate('closeSalesOrder', { order_number, reason: '客户要求' })).code).toBe(200)
    const requested = await approvalOf(`payment:${paymentId}`)
    const confirmed = await decide(requested.id)
    expect([confirmed.code, confirmed.msg]).toEqual([-53020, expect.stringContaining('已由“待支付”变为“已关闭”')])
    expect((await approvalOf(`payment:${paymentId}`)).state).toBe('waiting')
    expect([await shop.state(orderId), (await listed(remark_code))?.paid_at]).toEqual(['closed', null])
    expect((await decide(requested.id, 'reject')).code).toBe(200)
    await operate('requestTransfer', { remark_code, amount: 5800 })
    const anew = await approvalOf(`payment:${paymentId}`)
    expect(anew.summary).toContain('订单已结束')
    expect((await decide(anew.id)).code).toBe(200)
    expect(await shop.state(orderId)).toBe('fulfilled')
  })

  // Guard: `state = 'waiting'` in approvals.sql.ts decide; without it all get to the money, where setPaymentPaid stops them.
  test('two confirmations at once settle once', async () => {
    const third = await make.operator('owner')
    for (let round = 0; round < 4; round++) {
      const { orderId, paymentId, remark_code } = await transfer({ voucher: false })
      await operate('requestTransfer', { remark_code, amount: 5800 })
      const { id } = await approvalOf(`payment:${paymentId}`)
      const answers = await Promise.all([second, third, second, third].map(as => decide(id, 'confirm', as)))
      expect(answers.map(({ code }) => code).toSorted()).toEqual([-53011, -53011, -53011, 200])
      expect((await shop.detail(orderId)).refunds).toEqual([])
    }
    expect(await shop.balance()).toBe(120)
  })

  // Guard: requireNoRefundRequest behind the order's lock, and requestTransfer's second read; without either both are done.
  test('of a concurrent confirmation request and wrong-amount record one takes effect', async () => {
    for (let round = 0; round < 6; round++) {
      const { remark_code } = await transfer()
      const [wished, rejected] = await Promise.all([
        operate('requestTransfer', { remark_code, amount: 5800 }),
        operate('recordWrongTransfer', { remark_code, amount: 5000 }, second),
      ])
      expect([wished.code, rejected.code].filter(code => code === 200)).toHaveLength(1)
    }
  })
})

describe('operations on refunds', () => {
  async function requestedRefund() {
    const orderId = await shop.bought(hours)
    expect((await shop.opera(orderId, 'refund', { reason: '买多了' })).code).toBe(200)
    const { order_number } = await shop.detail(orderId)
    const refund = (await operate('getRefundList', { state: 'asked', keyword: order_number })).data.list[0]
    if (!refund) return expect.unreachable()
    return { orderId, ...refund }
  }

  test('a refund approved by two operators is sent by the gateway', async () => {
    const { orderId, refund_id, out_refund_no, order_number, ...refund } = await requestedRefund()
    expect(refund).toMatchObject({ reason: '买多了', by_hand: false, amount: 5800, order_state: 'refunding' })
    expect((await operate('requestRefund', { out_refund_no })).code).toBe(200)
    const requests = await approvalOf(`refund:${refund_id}`)
    for (const word of ['58.00', company.name, order_number, '买多了']) expect(requests.summary).toContain(word)
    expect((await decide(requests.id, 'confirm', finance)).code).toBe(-53010)
    expect((await operate('rejectRefund', { out_refund_no, reason: '不符合' })).msg).toContain('提交确认')
    await shop.sendRefunds()
    expect(await shop.state(orderId)).toBe('refunding')
    expect((await decide(requests.id)).code).toBe(200)
    await shop.sendRefunds()
    expect(await shop.state(orderId)).toBe('refunded')
    expect(await audited(`refund:${refund_id}`)).toEqual([
      'approval.requested',
      'approval.confirmed',
      'refund.approved',
    ])
  })

  test('rejecting a refund restores the order and shows the company the reason', async () => {
    const { orderId, out_refund_no } = await requestedRefund()
    expect((await operate('rejectRefund', { out_refund_no, reason: '超过约定期限' })).code).toBe(200)
    expect([await shop.state(orderId), await shop.balance()]).toEqual(['fulfilled', 30])
    expect((await notices())[0]).toMatchObject({
      kind: 'refund_rejected',
      text: expect.stringContaining('超过约定期限'),
    })
    expect((await operate('requestRefund', { out_refund_no })).code).toBe(-53020)
  })

  test('a refund decided elsewhere meanwhile is not carried out again', async () => {
    const { orderId, order_number, refund_id, out_refund_no } = await requestedRefund()
    await operate('requestRefund', { out_refund_no })
    await runAs('cli:test', () => decideRefund(services, { orderNumber: order_number, decision: { approve: true } }))
    await shop.sendRefunds()
    await expect.poll(() => shop.state(orderId)).toBe('refunded')
    const { id } = await approvalOf(`refund:${refund_id}`)
    const confirmed = await decide(id)
    expect([confirmed.code, confirmed.msg]).toEqual([-53020, expect.stringContaining('已被处理')])
    expect([await shop.state(orderId), (await approvalOf(`refund:${refund_id}`)).state]).toEqual([
      'refunded',
      'waiting',
    ])
  })

  test('a refund is found by its own number, its amount and the number of its document, its order by the first', async () => {
    const { refund_id, out_refund_no, order_number } = await requestedRefund()
    await system.change`
      update refund set amount = 65432199, credit_number = ${`${order_number}-T1`}, credit_name = '' where id = ${refund_id}`
    const found = async (keyword: string) =>
      (await operate('getRefundList', { state: 'all', keyword })).data.list.map(row => row.refund_id)
    for (const keyword of [out_refund_no, '654,321.99', `${order_number}-T1`])
      expect(await found(keyword)).toEqual([refund_id])
    for (const keyword of [out_refund_no.slice(0, -1), '654321.98', `${order_number}-T2`])
      expect(await found(keyword)).toEqual([])
    const { list } = (await operate('getSalesOrderList', { keyword: out_refund_no })).data
    expect(list.map(order => order.order_number)).toEqual([order_number])
    await system.change`update refund set credit_number = null, credit_name = null where id = ${refund_id}`
  })

  test('a refund whose amount has changed since is refused', async () => {
    const { refund_id, out_refund_no } = await requestedRefund()
    await operate('requestRefund', { out_refund_no })
    await system.change`update refund set amount = 5700 where id = ${refund_id}`
    expect((await decide((await approvalOf(`refund:${refund_id}`)).id)).msg).toContain('已变为 ¥57.00')
    expect((await operate('getRefundList', { keyword: company.name })).data.list[0]).toMatchObject({ state: 'asked' })
  })

  test('a wrong amount paid at a gateway is returned there and not reported again', async () => {
    const orderId = await shop.order(hours)
    const paymentId = await shop.attempt(orderId)
    const paid = (await shop.payAtCashier(paymentId)) ?? expect.unreachable()
    expect(await shop.settle({ ...paid, amount: 5000 })).toBe('mismatch')
    const trouble = async () =>
      (await operate('getTroubleList', { kind: 'mismatch' })).data.list.find(
        row => row.out_trade_no === paid.outTradeNo,
      )
    expect(await trouble()).toMatchObject({ amount: 5000, due: 5800, gateway: 'sandbox' })
    await operate('returnWrongPayment', { out_trade_no: paid.outTradeNo })
    const refund = (await operate('getRefundList', { keyword: company.name })).data.list[0]
    await decide((await approvalOf(`refund:${refund?.refund_id}`)).id)
    await shop.sendRefunds()
    const done = () => operate('getRefundList', { state: 'done', keyword: company.name })
    await expect.poll(async () => (await done()).data.total).toBe(1)
    expect(await trouble()).toBeUndefined()
    expect(await shop.settle({ ...paid, amount: 5000 })).toBe('mismatch')
    expect(await trouble()).toBeUndefined()
    expect(await shop.state(orderId)).toBe('pending')
  })

  test('surplus money from a transfer is listed until the bank has returned it', async () => {
    const { orderId, paymentId, remark_code } = await transfer()
    const paid = await shop.payAtCashier(await shop.attempt(orderId, 'sandbox'))
    expect(paid && (await shop.settle(paid))).toBe('settled')
    await operate('requestTransfer', { remark_code, amount: 5800 })
    const requested = await approvalOf(`payment:${paymentId}`)
    expect(requested.summary).toContain('转入退款')
    expect((await decide(requested.id)).data.result).toContain('转入退款')
    const surplus = (await operate('getTroubleList', { kind: 'surplus' })).data.list
    const { out_refund_no } = surplus.find(row => row.out_trade_no === remark_code) ?? expect.unreachable()
    await operate('requestRefund', { out_refund_no: out_refund_no ?? '' })
    const refund = (await operate('getRefundList', { keyword: company.name })).data.list[0]
    await decide((await approvalOf(`refund:${refund?.refund_id}`)).id)
    expect((await operate('markRefundSent', { out_refund_no: out_refund_no ?? '', reference: 'B777' })).code).toBe(200)
    expect(await shop.state(orderId)).toBe('fulfilled')
  })
})
