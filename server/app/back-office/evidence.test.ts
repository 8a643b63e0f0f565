import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { evidenceCalls } from '#contract/operations/approval-evidence.ts'
import { type OperationName, operations } from '#contract/operations/index.ts'
import type { ApprovalKind } from '#contract/operations/operator-names.ts'
import type { DeferrableName } from '#server/engines/approvals/deferred-operations.ts'
import type { ExecutedKind } from '#server/engines/approvals/executor.ts'
import { insertFile } from '#server/engines/files/uploads.sql.ts'
import { insertUpload, keepUpload } from '#server/engines/files/uploads.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { largeCoupon } from '#server/testing/large-coupon.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system, call, services, app } = portal
const { setPolicy, forgetUse, kept, decide } = approvalsOn(portal)

const owner = await make.operator('owner')
const [finance, support, auditor] = [
  await make.operator('finance'),
  await make.operator('support'),
  await make.operator('auditor'),
]
const { company, sid, shop } = await openShop(portal, { name: '凭海临风贸易有限公司' })
const hours = await make.sku({ product: 'hours', price: 5800 })
const key = () => ({ request_key: randomUUID() })
const of = { company_id: company.id }

/** Every role that may decide at all may decide each kind here. Only owners decide about operators and rules. */
beforeEach(async () => {
  for (const kind of ['hours', 'coupon', 'extension', 'closing'] as const)
    await setPolicy(kind, 0, ['owner', 'finance', 'support'])
  for (const kind of ['refund', 'payment', 'price', 'balance', 'write_off'] as const)
    await setPolicy(kind, 0, ['owner', 'finance', 'support'])
  await forgetUse()
})

const found = z.object({ id: z.string() })
const newest = async (kind: ApprovalKind) =>
  (await system.row(found)`select id from approval where kind = ${kind} order by id desc limit 1`)?.id ?? ''
const document = () => ({ content: onePage(), truncated: false, fileName: 'a.pdf' })
const voucherOf = async (paymentId: string) => {
  const accountId = company.owner.account.id
  const file_id = await keepUpload(services, { owner: accountId, purpose: 'voucher', upload: document() }, take =>
    insertUpload(system, accountId, take()),
  )
  const input = { payment_id: paymentId, file_id, payer_name: company.name }
  expect((await call('submitTransferVoucher', input, { sid })).code).toBe(200)
}
/** Issues an invoice about an order, and returns its number. */
async function invoiceFor(orderId: string): Promise<string> {
  const file_id = await keepUpload(services, { owner: 'test', purpose: 'voucher', upload: document() }, take =>
    insertFile(system, take()),
  )
  const invoiceNumber = `2611${Date.now()}`
  const invoice = await make.invoice({ ...company })
  await system.change`update shop_order set invoice_id = ${invoice.id} where id = ${orderId}`
  await system.change`
    update invoice set state = 'issued', invoice_number = ${invoiceNumber}, file_id = ${file_id}, decided_at = now()
    where id = ${invoice.id}`
  return invoiceNumber
}
const numberOf = async (orderId: string) => (await shop.detail(orderId)).order_number

interface Sample {
  approval_id: string
  /** Texts that the evidence must contain. */
  says: string[]
}

/** A sample request for every operation and kind that a second operator decides. A new one without a sample does not compile. */
const samples: Record<DeferrableName | ExecutedKind, () => Promise<Sample>> = {
  async refund() {
    const orderId = await shop.bought(hours)
    const order_number = await numberOf(orderId)
    const invoiceNumber = await invoiceFor(orderId)
    expect((await operate('refundSalesOrder', { order_number, reason: '开错了' }, owner)).code).toBe(200)
    return { approval_id: await newest('refund'), says: [order_number, '开错了', invoiceNumber, '¥58.00'] }
  },
  async payment() {
    const orderId = await shop.order(hours)
    const paymentId = await shop.attempt(orderId, 'transfer')
    const { out_trade_no: remark_code } = await shop.tradeNumberOf(paymentId)
    await voucherOf(paymentId)
    expect((await operate('requestTransfer', { remark_code, amount: 5800 }, owner)).code).toBe(200)
    const says = [remark_code, await numberOf(orderId)]
    return { approval_id: await newest('payment'), says }
  },
  async price() {
    const sku = await make.sku({ price: 16_800 })
    const changed = { sku_id: sku.id, old_price: 16_800, old_list_price: 16_800, price: 18_500, list_price: 18_500 }
    const { data } = await operate('requestPrices', { skus: [changed] }, owner)
    return { approval_id: data.approval_id, says: ['¥168.00 → ¥185.00', '确认后立即'] }
  },
  async correctCompanyBalance() {
    const input = { ...of, amount: 30_000, reason: '少记的汇款', ...key() }
    return { approval_id: await kept('correctCompanyBalance', input, owner), says: ['更正后 ¥300.00', '少记的汇款'] }
  },
  async giftCompanyHours() {
    const input = { ...of, days: 30, note: '线路故障补偿', ...key() }
    return { approval_id: await kept('giftCompanyHours', input, owner), says: ['线路故障补偿', '现有 '] }
  },
  async giftCompanyCoupon() {
    const type = await make.couponType({ way: 'gift', amount: 5000 })
    const input = { ...of, coupon_type_id: type.id, ...key() }
    return { approval_id: await kept('giftCompanyCoupon', input, owner), says: ['每张减 ¥50.00', '这种 0 张'] }
  },
  async giveCouponGift() {
    const type = await make.couponType({ way: 'gift', amount: 5000 })
    const list = { fields: { coupon_type_id: type.id }, content: company.creditCode, fileName: 'x.txt' }
    const { data } = await operateFile(portal, 'previewCouponGift', { ...list, token: owner.token })
    return { approval_id: await kept('giveCouponGift', data, owner), says: [company.name, '可赠送 1 家', '¥50.00'] }
  },
  async setCouponType() {
    return {
      approval_id: await kept('setCouponType', { ...largeCoupon, published: true }, owner),
      says: ['大额券：每张减 ¥5,000.00，无门槛', '共 10 张'],
    }
  },
  async setCouponTypePublished() {
    const type = await make.couponType({ way: 'center', amount: 7000, published: false })
    const input = { coupon_type_id: type.id, published: true }
    return { approval_id: await kept('setCouponTypePublished', input, owner), says: ['每张减 ¥70.00', '已领 0 张'] }
  },
  async settleWrongPayment() {
    const order = await make.order(company, { state: 'pending' })
    const out_trade_no = `P${order.number}`
    await system.change`
      insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at, problem, arrived_amount)
      values (${company.id}, ${order.id}, 'sandbox', ${out_trade_no}, ${order.payable}, now(), '到账 ¥50.00', 5000)`
    const input = { out_trade_no, reason: '已在别处处理' }
    return {
      approval_id: await kept('settleWrongPayment', input, owner),
      says: [order.number, '到账 ¥50.00', out_trade_no],
    }
  },
  async closeCompany() {
    const other = await make.company({ name: '歇业贸易有限公司', state: 'frozen' })
    const input = { company_id: other.id, reason: '公司已清算' }
    return {
      approval_id: await kept('closeCompany', input, owner),
      says: ['歇业贸易有限公司', '公司已清算', '1 名成员，所有者在内', '未用的 0 人天与 0 张优惠券'],
    }
  },
  async openTrial() {
    const other = await make.company({ name: '试用者贸易有限公司' })
    const sku = await make.sku({ stock: 3 })
    const input = { company_id: other.id, sku_id: sku.id, reason: '展会上谈的' }
    return {
      approval_id: await kept('openTrial', input, owner),
      says: ['试用者贸易有限公司', '库存 3 个地址', '展会上谈的'],
    }
  },
  async extendLine() {
    const order = await make.order(company)
    const line = await make.line(company, { sku: await make.sku({ stock: 1 }), orderId: order.id, bound: true })
    const input = { ...of, line_id: line.id, days: 7, reason: '故障补偿', ...key() }
    return { approval_id: await kept('extendLine', input, owner), says: [order.number, '延期后', '故障补偿'] }
  },
  async setOperator() {
    const name = `fresh-${randomUUID().slice(0, 8)}`
    const input = { name, display_name: '小新', roles: ['finance' as const] }
    return { approval_id: await kept('setOperator', input, owner), says: [name, '小新'] }
  },
  async setOperatorState() {
    const other = await make.operator('support', { state: 'disabled' })
    const input = { operator_id: other.id, state: 'active' as const }
    return { approval_id: await kept('setOperatorState', input, owner), says: [other.name, '已停用', '客服'] }
  },
  async resetOperator() {
    const other = await make.operator('support')
    const approval_id = await kept('resetOperator', { operator_id: other.id, totp: false }, owner)
    return { approval_id, says: [other.name, '在用', '有 1 处登录'] }
  },
  async switchRestore() {
    const row = await system.row(found)`
      insert into restore_preparation (moment, state, folder, findings) values (now() - interval '1 day', 'ready', '/x', '无异常')
      returning id`
    const input = { preparation_id: row?.id ?? '', reason: '误删了数据' }
    return { approval_id: await kept('switchRestore', input, owner), says: ['无异常', '误删了数据', '将不在库里'] }
  },
  async setApprovalPolicy() {
    const input = { kind: 'hours' as const, threshold: 900, roles: ['owner' as const, 'finance' as const], limits: [] }
    return { approval_id: await kept('setApprovalPolicy', input, owner), says: ['达到 900 天', '总是须确认'] }
  },
}

const secondOwner = await make.operator('owner')
const opened = { pages: new Set<string>(), files: 0 }

describe.each(Object.entries(samples))('%s', (_, sample) => {
  test('the second operator sees the evidence, and can open every link and file in it', async () => {
    const { approval_id, says } = await sample()
    const { code, data } = await operate('getApprovalEvidence', { approval_id }, secondOwner)
    expect(code).toBe(200)
    const text = data.rows.map(({ value }) => value).join('\n')
    for (const words of says) expect(text).toContain(words)
    expect(data.rules[0]?.label).toBe('规则')
    for (const decider of [secondOwner, support, auditor]) {
      const answer = await operate('getApprovalEvidence', { approval_id }, decider)
      if (answer.code === -53021 && decider === support) continue
      for (const { link, file } of answer.data.rows) {
        if (link) {
          const { page, ...input } = link
          // A link carries the input of its page's first call.
          const answer = await operate(evidenceCalls[page] as OperationName, input as never, decider)
          expect(answer.code, `${page} for ${decider.name}`).toBe(200)
          opened.pages.add(page)
        }
        if (file && decider !== auditor) {
          const { data } = await operate('openApprovalFile', { approval_id, file_id: file.file_id }, decider)
          expect((await app.inject({ url: data.url })).statusCode).toBe(200)
          opened.files += 1
        }
      }
    }
    expect((await decide(approval_id, owner, 'withdraw')).code).toBe(200)
  })
})

test('the samples cover every page that evidence can link to, with a voucher and an invoice as files', () => {
  expect([...opened.pages].toSorted()).toEqual(Object.keys(evidenceCalls).toSorted())
  // Two files, each opened as an owner and as support.
  expect(opened.files).toBe(4)
})

test('the return of money beyond what an order cost does not count as its refund, nor touch its invoice', async () => {
  const orderId = await shop.order(hours)
  const { out_trade_no: remark_code } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
  const paid = await shop.payAtCashier(await shop.attempt(orderId))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  await invoiceFor(orderId)
  expect((await operate('requestTransfer', { remark_code, amount: 5800 }, owner)).code).toBe(200)
  expect((await decide(await newest('payment'), finance)).code).toBe(200)
  const { list } = (await operate('getRefundList', { keyword: await numberOf(orderId), state: 'all' }, owner)).data
  expect(list).toMatchObject([{ kind: 'surplus', state: 'asked' }])
  expect((await operate('requestRefund', { out_refund_no: list[0]?.out_refund_no ?? '' }, owner)).code).toBe(200)
  const approval_id = await newest('refund')
  const { rows } = (await operate('getApprovalEvidence', { approval_id }, finance)).data
  expect(rows.map(({ label }) => label)).not.toContain('发票')
  expect(rows.find(({ label }) => label === '退回')?.value).toBe('本次 ¥58.00，不计入订单的退款')
  expect((await decide(approval_id, owner, 'withdraw')).code).toBe(200)
})

describe('access to evidence', () => {
  // Regression: only finance could see the evidence, whoever was allowed to decide.
  test('a support operator whom the policy lets decide a refund sees its evidence, as finance does', async () => {
    const { approval_id } = await samples.refund()
    const { code, data } = await operate('getApprovalEvidence', { approval_id }, support)
    expect(code).toBe(200)
    expect(data.rows).toEqual((await operate('getApprovalEvidence', { approval_id }, finance)).data.rows)
    expect((await decide(approval_id, support)).code).toBe(200)
  })

  test('operators outside the policy see neither a request nor its file, except the requester', async () => {
    const { approval_id } = await samples.payment()
    const file_id =
      (await operate('getApprovalEvidence', { approval_id }, finance)).data.rows.find(({ file }) => file)?.file
        ?.file_id ?? ''
    const network = await make.operator('network')
    expect((await operate('getApprovalEvidence', { approval_id }, network)).code).toBe(-53021)
    expect((await operate('openApprovalFile', { approval_id, file_id }, network)).code).toBe(-53021)
    await setPolicy('payment', 0, ['owner'])
    expect((await operate('getApprovalEvidence', { approval_id }, finance)).code).toBe(-53021)
    expect((await operate('getApprovalEvidence', { approval_id }, owner)).code).toBe(200)
    expect((await decide(approval_id, owner, 'withdraw')).code).toBe(200)
  })

  test('a file of another request cannot be opened, and opening one is audited', async () => {
    const [one, other] = [await samples.refund(), await samples.payment()]
    const file_id =
      (await operate('getApprovalEvidence', { approval_id: other.approval_id }, finance)).data.rows.find(
        ({ file }) => file,
      )?.file?.file_id ?? ''
    const open = (approval_id: string) => operate('openApprovalFile', { approval_id, file_id }, finance)
    expect((await open(one.approval_id)).code).toBe(-53021)
    expect((await open(other.approval_id)).code).toBe(200)
    const logged = await system.rows(z.object({ after: z.object({ approval: z.string() }) }))`
      select after from audit_entry where action = 'approval.file_viewed' and actor = ${`operator:${finance.id}`}`
    expect(logged).toEqual([{ after: { approval: other.approval_id } }])
    for (const { approval_id } of [one, other]) await decide(approval_id, owner, 'withdraw')
  })

  test('a company’s payments are shown only to roles that read money, and inaccessible pages are not linked', async () => {
    const { approval_id } = await samples.giftCompanyHours()
    const read = async (by: typeof support) => (await operate('getApprovalEvidence', { approval_id }, by)).data.rows
    expect((await read(finance)).map(({ label }) => label)).toContain('累计收款')
    expect((await read(support)).map(({ label }) => label)).not.toContain('累计收款')
    await setPolicy('hours', 0, ['content'])
    const content = await make.operator('content')
    const row = (await read(content)).find(({ label }) => label === '企业')
    expect(operations.getCompanyOverview.access).not.toContain('content')
    expect(row).toMatchObject({ value: company.name, link: null })
    expect((await decide(approval_id, owner, 'withdraw')).code).toBe(200)
  })
})

describe('earlier requests', () => {
  test('about the company are listed as far as the operator may see them, others are not', async () => {
    const [hoursAsked, balance] = [await samples.giftCompanyHours(), await samples.correctCompanyBalance()]
    const stranger = await make.company()
    const theirs = await kept('giftCompanyHours', { company_id: stranger.id, days: 1, note: '别家', ...key() }, owner)
    const earlierFor = async (by: typeof support) =>
      (await operate('getApprovalEvidence', { approval_id: hoursAsked.approval_id }, by)).data.earlier.map(
        ({ approval_id }) => approval_id,
      )
    expect(await earlierFor(finance)).toContain(balance.approval_id)
    expect(await earlierFor(finance)).not.toContain(theirs)
    expect(await earlierFor(finance)).not.toContain(hoursAsked.approval_id)
    await setPolicy('balance', 0, ['owner'])
    expect(await earlierFor(finance)).not.toContain(balance.approval_id)
    for (const approval_id of [hoursAsked.approval_id, balance.approval_id, theirs])
      await decide(approval_id, owner, 'withdraw')
  })

  test('of the requester on the same day are shown beside the rule', async () => {
    await setPolicy('hours', 100, ['owner', 'finance'])
    const asker = await make.operator('support')
    await system.change`insert into approval_limit (kind, role, most) values ('hours', 'support', 90)`
    const gift = (days: number) => ({ ...of, days, note: '补偿', ...key() })
    expect((await operate('giftCompanyHours', gift(60), asker)).code).toBe(200)
    const approval_id = await kept('giftCompanyHours', gift(50), asker)
    const { rules } = (await operate('getApprovalEvidence', { approval_id }, finance)).data
    await system.change`delete from approval_limit`
    expect(rules.map(({ value }) => value)).toEqual([
      '一人一天、或一家企业一天合计达到 100 天 须确认；可确认的角色：负责人、财务',
      '客服一人一天最多独自执行 90 天',
      `${asker.name}的姓名独自执行 60 天，另提交 0 项；连同本项共 110 天`,
      '操作员各自独自给出合计 60 天',
    ])
    expect((await decide(approval_id, asker, 'withdraw')).code).toBe(200)
  })
})
