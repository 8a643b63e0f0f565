import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { pseudonymOf } from '#server/core/erased-name.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { linesOf, pagesOf } from '#server/testing/pdf-text.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { app, call, make, operate, services, system } = portal
const finance = await make.operator('finance')
const content = await make.operator('content')
const hours = await make.sku({ product: 'hours', price: 5905 })
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal, {
    name: `签约（杭州）贸易${Math.random().toString(36).slice(2, 8)}有限公司`,
  }))
})

async function textOf({ url }: { url: string }): Promise<string> {
  const file = await app.inject({ url })
  expect(file.headers['content-type']).toBe('application/pdf')
  return (await pagesOf(file.rawPayload)).flatMap(linesOf).join('\n')
}

const today = () => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
const standard = async () => {
  const { data } = await operate(
    'createTermsVersion',
    { which: 'contract', version: '2020-01', effective_on: '2020-01-01' },
    content,
  )
  const { markdown } = (await operate('getTermsVersion', data, content)).data
  expect((await operate('deleteTermsVersion', data, content)).code).toBe(200)
  return markdown
}

async function drafted(version: string, markdown: string) {
  const name = { version, effective_on: today() }
  const { data } = await operate('createTermsVersion', { which: 'contract', ...name }, content)
  const saved = await operate('saveTermsVersion', { ...data, revision: 1, ...name, markdown }, content)
  return { ...data, saved }
}

async function sentProposal() {
  const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 10 }]
  const draft = { company_id: company.id, kind: 'purchase', items, valid_days: 7, note: '' } as const
  const { proposal_id } = (await operate('saveProposal', draft, finance)).data
  return { proposal_id, send: () => operate('sendProposal', { proposal_id, revision: 0, payable: 59_050 }, finance) }
}

test('an order’s contract names both parties, the items, the amount in figures and words, and the terms', async () => {
  const order_id = await shop.bought(hours, 2)
  const { data } = await call('getOrderContract', { order_id }, { sid })
  const { order_number } = await shop.detail(order_id)
  expect(data.file_name).toBe(`合同-${order_number}.pdf`)
  const text = await textOf(data)
  for (const words of [
    `合同编号：${order_number}`,
    `甲方（购买方）：${company.name}`,
    `统一社会信用代码：${company.creditCode}`,
    '乙方（服务方）：海易联（演示站点）',
    '30 天，自开通起',
    '应付 ¥118.10（人民币大写：壹佰壹拾捌元壹角整）',
    '报价的有效期至：不适用',
    '附件：用户服务协议',
    '一、定义',
    '甲方（盖章）乙方（盖章）',
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/\{\{|\*\*/)
})

test('a renewal’s contract written before it is paid names an end only where a day was chosen', async () => {
  await shop.bought(await make.sku({ product: 'line' }))
  const [line] = await shop.lines()
  const svp_ids = [line?.id ?? expect.unreachable()]
  const renewal = async (more: { days: number } | { until: string }, request_key: string) => {
    const order_id = await shop.order({ kind: 'renewal', svp_ids, request_key, ...more })
    return { order_id, text: async () => textOf((await call('getOrderContract', { order_id }, { sid })).data) }
  }
  const byDays = await renewal({ days: 30 }, 'renewal-by-days')
  const before = await byDays.text()
  expect(before).toContain('30 天，自原到期日起')
  // The line ends later by the time that this is paid, and the contract is still correct.
  await system.change`update line set ends_at = ends_at + interval '9 days' where id = ${svp_ids[0]}`
  const paid = await shop.payAtCashier(await shop.attempt(byDays.order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  expect(await byDays.text()).toBe(before)
  const end = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10)
  expect(await (await renewal({ until: end }, 'renewal-to-a-day')).text()).toContain(`续至 ${end}`)
})

test('a proposal has a contract once it is sent and until it ends; an operator’s reading is audited', async () => {
  const { proposal_id, send } = await sentProposal()
  expect((await call('getProposalContract', { proposal_id }, { sid })).code).toBe(-59300)
  expect((await operate('getSalesProposalContract', { proposal_id }, finance)).code).toBe(-59722)
  expect((await send()).code).toBe(200)
  const text = await textOf((await call('getProposalContract', { proposal_id }, { sid })).data)
  expect(text).toContain('应付 ¥590.50（人民币大写：伍佰玖拾元伍角整）')
  expect(text).toMatch(/报价的有效期至：\d{4} 年 \d+ 月 \d+ 日/)
  expect(await textOf((await operate('getSalesProposalContract', { proposal_id }, finance)).data)).toBe(text)
  const logged = await system.rows(z.object({ actor: z.string() }))`
    select actor from audit_entry where action = 'contract.read' and target = ${`proposal:${proposal_id}`}`
  expect(logged).toEqual([{ actor: `operator:${finance.id}` }])
  await operate('withdrawProposal', { proposal_id, revision: 1, reason: '客户改了需求' }, finance)
  const refused = await call('getProposalContract', { proposal_id }, { sid })
  expect([refused.code, refused.data]).toEqual([-59722, '报价已撤回'])
})

test('there is no contract for another company’s order, a cancelled order or a top-up', async () => {
  const order_id = await shop.order(hours)
  const other = await make.session((await make.company()).owner.account)
  expect((await call('getOrderContract', { order_id }, { sid: other })).code).toBe(-49010)
  const { order_number } = await shop.detail(order_id)
  await shop.opera(order_id, 'cancel')
  expect(await call('getOrderContract', { order_id }, { sid })).toMatchObject({ code: -59722, data: '订单已取消' })
  expect((await operate('getSalesOrderContract', { order_number }, finance)).code).toBe(-59722)
  expect((await operate('getSalesOrderContract', { order_number: '000' }, finance)).code).toBe(-53021)
  const topUp = await call('topUpBalance', { amount: 10_000 }, { sid })
  expect(await call('getOrderContract', { order_id: topUp.data.order_id }, { sid })).toMatchObject({
    code: -59722,
    data: '充值不是购买服务',
  })
})

test('unknown placeholders in the template are refused by name, and an incomplete one is not published', async () => {
  const markdown = await standard()
  const wrong = await drafted('wrong', `${markdown}\n{{buyerPhone}} 与 {{items}} 与 {{ amount`)
  expect([wrong.saved.code, wrong.saved.data]).toEqual([
    -59720,
    '{{buyerPhone}}、{{items}}（须单独成行）、未配对的 {{ 或 }}',
  ])
  const short = await drafted('short', '# 合同\n\n{{buyer}} 与 {{seller}} 约定 {{amount}}\n\n{{items}}')
  expect(short.saved.code).toBe(200)
  const { terms_id } = short
  expect(await operate('publishTermsVersion', { terms_id, revision: 2 }, content)).toMatchObject({
    code: -59721,
    data: '{{amountInWords}}、{{signatures}}',
  })
})

// Guard: the time of publication in `textAt`. Without it an order's contract differs from the signed one.
test('a new template applies to later orders and leaves earlier contracts unchanged', async () => {
  const before = await shop.bought(hours)
  const { terms_id, saved } = await drafted('2030-01', `${await standard()}\n## 五、补充\n\n双方另行约定培训。`)
  expect(saved.code).toBe(200)
  expect((await operate('publishTermsVersion', { terms_id, revision: 2 }, content)).code).toBe(200)
  const after = await shop.bought(hours)
  const contractOf = async (order_id: string) => textOf((await call('getOrderContract', { order_id }, { sid })).data)
  expect(await contractOf(after)).toContain('双方另行约定培训。')
  expect(await contractOf(before)).not.toContain('双方另行约定培训。')
})

// Guard: the primary key of written_contract. Without it one number has different contents on the signed paper and today.
test('a contract keeps the parties and items of its first writing, but not the name of an erased contact', async () => {
  const password = 'Blue-Sail-7'
  const account = await make.account({ password })
  const { id: employee_id } = await make.employee(company.id, { account, name: '上官云舒', role: 'manager' })
  await system.change`
    update company set address = '旧址路 1 号', contact_name = '上官云舒', contact_phone = ${account.phone} where id = ${company.id}`
  const order_id = await shop.bought(hours)
  const contractOf = async (id: string) => textOf((await call('getOrderContract', { order_id: id }, { sid })).data)
  const first = await contractOf(order_id)
  expect(first).toContain('旧址路 1 号')
  expect(first).toContain('上官云舒')
  const { config } = services
  const before = { ...config }
  onTestFinished(() => void Object.assign(config, before))
  Object.assign(config, { copyright: '新的主体有限公司', officeAddress: '新楼 9 层', supportPhone: '400-000-0000' })
  await system.change`update company set address = '新址路 2 号', name = name || '（更名）' where id = ${company.id}`
  expect(await contractOf(order_id)).toBe(first)
  const later = await contractOf(await shop.bought(hours))
  for (const words of ['新址路 2 号', '（更名）', '新的主体有限公司', '新楼 9 层']) expect(later).toContain(words)
  const deleted = await call('deleteAccount', { password }, { sid: await make.session(account) })
  expect(deleted.code).toBe(200)
  expect(await contractOf(order_id)).toBe(first.replaceAll('上官云舒', pseudonymOf(employee_id)))
})

test('the template is not a public page and is not one of the terms to agree to', async () => {
  expect((await app.inject({ url: '/template/contract.html' })).statusCode).toBe(404)
  expect((await app.inject({ url: '/template/contract/2030-01' })).statusCode).toBe(404)
})
