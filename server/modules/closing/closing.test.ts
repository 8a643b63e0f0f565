import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalsOn } from '#server/testing/approvals.ts'
import { newCreditCode } from '#server/testing/identities.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, system } = portal
const { resetPolicies, kept, decide, confirmed } = approvalsOn(portal)
const support = await make.operator('support')
const second = await make.operator('support')
const both = [support, second] as const
const reason = '公司已清算'

beforeEach(resetPolicies)

/** Creates a frozen company in which nothing is open. */
async function ended() {
  const owner = await make.account({ password: 'Blue-Sail-7' })
  const company = await make.company({ managers: 1, employees: 1, owner })
  const employee = company.employees[0] ?? expect.unreachable()
  await make.device({ companyId: company.id, employeeId: employee.id })
  const ends = new Date(Date.now() + 20 * 86_400_000 + 60_000)
  await make.employee(company.id, { serviceEndsAt: ends })
  const token = await make.apiToken(company)
  const of = { company_id: company.id }
  return { company, of, token, employee }
}
const freeze = async (of: { company_id: string }) =>
  expect((await operate('freezeCompany', { ...of, reason: '停业' }, support)).code).toBe(200)

test('two operators close a frozen company: no login, token or job uses it any more, and its owner may erase the account', async () => {
  const { company, of, token, employee } = await ended()
  const owner = await make.session(company.owner.account)
  await system.change`
    insert into webhook (company_id, url, secret_sealed) values (${company.id}, 'https://example.com/', 'sealed')`
  await freeze(of)
  await make.coupon(company.id, { way: 'gift' })
  // A coupon that can't be used yet is void as well.
  await make.coupon(company.id, { way: 'gift' })
  await system.change`
    update coupon set valid_from = now() + interval '1 day' where id = (select max(id::text)::uuid from coupon where company_id = ${company.id})`
  await confirmed('closeCompany', { ...of, reason }, both)
  // Neither the people's hours nor the coupons are owed any more.
  const owed = await system.row(z.object({ days: z.int(), coupons: z.int() }))`
    select (select days from service_balance where company_id = ${company.id}) as days,
      (select count(*)::integer from coupon where company_id = ${company.id} and valid_until > now()) as coupons`
  expect(owed).toEqual({ days: 0, coupons: 0 })

  expect((await call('getOwnToken', {}, { token: token.secret })).code).toBe(-41051)
  expect(
    await system.rows(z.object({ id: z.string() }))`select id from employee where company_id = ${company.id}`,
  ).toEqual([])
  expect(
    await system.rows(z.object({ id: z.string() }))`select id from device where company_id = ${company.id}`,
  ).toEqual([])
  expect(
    await system.rows(z.object({ id: z.string() }))`select id from webhook where company_id = ${company.id}`,
  ).toEqual([])
  const overview = (await operate('getCompanyOverview', of, support)).data
  expect(overview).toMatchObject({ closed_at: expect.any(String), owner: null, info: { state: 'frozen' } })
  const [listed] = (await operate('getCompanyList', { keyword: company.creditCode }, support)).data.list
  expect(listed).toMatchObject({ closed: true, people: 0 })
  const audit = await system.rows(z.object({ action: z.string(), after: z.unknown() }))`
    select action, after from audit_entry where target = ${`company:${company.id}`} and action = 'company.closed'`
  expect(audit).toMatchObject([{ after: { reason, people: 4 } }])

  expect((await call('wGetUserInfo', {}, { sid: owner })).code).toBe(-41016)
  for (const { account } of [company.owner, employee]) {
    const sid = await make.session(account)
    expect((await call('getNoticeList', {}, { sid })).data.list.map(({ title }) => title)).toContain('企业已注销')
  }
  const sid = await make.session(company.owner.account)
  expect((await call('deleteAccount', { password: 'Blue-Sail-7' }, { sid })).code).toBe(200)
})

test('a company that is closed no longer invites anybody', async () => {
  const { company, of } = await ended()
  const invited = await make.account()
  const sid = await make.session(invited)
  const added = { employees: [{ phone: invited.phone, name: '王芳' }], invite: false }
  await call('addCompanyUser', added, { sid: await make.session(company.owner.account) })
  const titles = async () => (await call('getNoticeList', {}, { sid })).data.list.map(({ title }) => title)
  expect(await titles()).toEqual([`${company.name}邀请您加入`])
  await freeze(of)
  await confirmed('closeCompany', { ...of, reason }, both)
  expect(await titles()).toEqual([])
})

test('nothing is done with a closed company but notes, and it is not thawed', async () => {
  const { of } = await ended()
  await freeze(of)
  await confirmed('closeCompany', { ...of, reason }, both)
  const gift = { ...of, days: 1, note: '补偿', request_key: randomUUID() }
  expect((await operate('giftCompanyHours', gift, support)).code).toBe(-53305)
  expect((await operate('unfreezeCompany', of, support)).code).toBe(-53305)
  expect((await operate('closeCompany', { ...of, reason }, support)).code).toBe(-53305)
  expect((await operate('addCompanyNote', { ...of, text: '老板来过电话' }, support)).code).toBe(200)
})

test('unfinished business is named, and prevents the closing until it has ended', async () => {
  const { company, of } = await ended()
  const refused = async () => {
    const { code, msg } = await operate('closeCompany', { ...of, reason }, support)
    expect(code).toBe(-53020)
    return msg
  }
  expect(await refused()).toContain('请先冻结企业')
  await make.order(company, { state: 'pending' })
  await make.line(company, { name: '东京一号', bound: true })
  const ticket = { topic: 'other' as const, subject: '还有问题', text: '发票还没有收到' }
  const sid = await make.session(company.owner.account)
  const { ticket_id } = (await call('openTicket', ticket, { sid })).data
  await freeze(of)
  expect(await refused()).toContain('1 个没有结束的订单、1 条没有释放的专线、1 个没有关闭的工单')
  expect((await operate('getCompanyClosing', of, support)).data).toMatchObject({
    open: { orders: 1, refunds: 0, lines: 1, tickets: 1, balance: 0 },
    forfeited: { people: 4 },
  })
  const { updated_at } = (await operate('getSupportTicket', { ticket_id }, support)).data
  expect((await operate('closeSupportTicket', { ticket_id, updated_at, note: '已寄出' }, support)).code).toBe(200)
  await system.change`update shop_order set state = 'closed' where company_id = ${company.id}`
  await system.change`update line set state = 'released', ip_address_id = null where company_id = ${company.id}`
  const approval_id = await kept('closeCompany', { ...of, reason }, support)
  // Guard: open matters are read again behind the company's lock, when the second operator confirms.
  await make.order(company, { state: 'pending' })
  expect(await decide(approval_id, second)).toMatchObject({
    code: -53020,
    msg: '还不能注销，先处理完：1 个没有结束的订单',
  })
  expect((await operate('getCompanyOverview', of, support)).data.closed_at).toBeNull()
})

/** Creates an account registered with a code, whose application for a company an operator approves. */
async function verified(creditCode: string, couponTypeId: string) {
  const promotionCode = await make.promotionCode()
  await system.change`update promotion_code set coupon_type_id = ${couponTypeId} where code = ${promotionCode}`
  const account = await make.account({ promotionCode })
  await system.change`
    insert into channel_registration (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
    select ${promotionCode}, ${account.id}, '企业', ${creditCode}, industry.id, '1-50人', '叶清和' from industry limit 1`
  const { id } = await make.verification(account, { kind: 'company', state: 'under_review', creditCode })
  const decided = await operate('reviewVerification', { verification_id: id, decision: 'approve' }, support)
  expect(decided.code).toBe(200)
  const sid = await make.session(account)
  const company_id = (await call('getCompanyInfo', {}, { sid })).data.company_id
  const { trial, available } = (await call('getTrial', {}, { sid })).data
  const coupons = (await call('getUserCouponList', {}, { sid })).data.total
  return { sid, of: { company_id }, coupons, trial: trial?.state, available }
}

test('registering the same company again creates a new one, without a second welcome coupon or trial', async () => {
  const creditCode = newCreditCode()
  const sku = await make.sku({ stock: 2 })
  const welcome = await make.couponType({ way: 'promotion', name: '迎新券' })
  const first = await verified(creditCode, welcome.id)
  expect(first).toMatchObject({ coupons: 1, trial: 'requested', available: false })
  expect((await operate('openTrial', { ...first.of, sku_id: sku.id }, support)).code).toBe(200)
  await system.change`update trial set state = 'ended', ends_at = now() where company_id = ${first.of.company_id}`
  await system.change`
    update line set state = 'released', ip_address_id = null where company_id = ${first.of.company_id}`
  const registered = { company_name: '海风贸易有限公司', credit_code: creditCode }
  expect((await call('checkCompanyInfo', registered)).code).toBe(-42004)
  await freeze(first.of)
  await confirmed('closeCompany', { ...first.of, reason }, both)
  expect((await call('checkCompanyInfo', registered)).code).toBe(200)

  const again = await verified(creditCode, welcome.id)
  expect(again.of.company_id).not.toBe(first.of.company_id)
  expect(again).toMatchObject({ coupons: 0, trial: undefined, available: false })
  const missed = await system.rows(z.object({ after: z.unknown() }))`
    select after from audit_entry
    where action = 'coupon.welcome_missed' and target = ${`company:${again.of.company_id}`}`
  expect(missed).toEqual([{ after: { reason: '迎新券：同一信用代码的企业在注销之前领过欢迎券' } }])
  expect((await call('requestTrial', {}, { sid: again.sid })).code).toBe(-52021)
  expect((await operate('openTrial', { ...again.of, sku_id: sku.id }, support)).code).toBe(-53121)
  const owner = await make.operator('owner')
  const opened = { ...again.of, sku_id: sku.id, reason: '换了经营者' }
  expect((await operate('openTrial', opened, owner)).code).toBe(200)

  const other = await verified(newCreditCode(), welcome.id)
  expect(other).toMatchObject({ coupons: 1, trial: 'requested' })
})

// Guard: coupons_had in functions/, and `former` in insertVerifiedCompany. Both counted anew for the new company.
test('a company that is registered again gets no coupon twice, and stays the customer of the channel that brought it first', async () => {
  const creditCode = newCreditCode()
  const center = await make.couponType({ way: 'center', perCompany: 1 })
  const welcome = await make.couponType({ way: 'promotion' })
  const first = await verified(creditCode, welcome.id)
  const claim = (sid: string) => call('getCoupon', { coupon_type_id: center.id }, { sid })
  expect((await claim(first.sid)).code).toBe(200)
  await system.change`delete from trial where company_id = ${first.of.company_id}`
  await freeze(first.of)
  await confirmed('closeCompany', { ...first.of, reason }, both)

  const again = await verified(creditCode, welcome.id)
  expect((await claim(again.sid)).code).toBe(-49023)
  const { list } = (await call('getUserCouponTypeList', {}, { sid: again.sid })).data
  expect(list.find(({ coupon_type_id }) => coupon_type_id === center.id)).toMatchObject({
    claimed_by_company: 1,
    claimable: false,
  })
  const codes = await system.rows(z.object({ promotion_code: z.string().nullable() }))`
    select promotion_code from company where credit_code = ${creditCode}`
  expect(new Set(codes.map(({ promotion_code }) => promotion_code)).size).toBe(1)
  const channel = await system.row(z.object({ channel_id: z.string() }))`
    select channel_id from promotion_code where code = ${codes[0]?.promotion_code}`
  const finance = await make.operator('finance')
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const span = { channel_id: channel?.channel_id ?? '', from: today, to: today }
  expect((await operate('getChannelResults', span, finance)).data.codes).toMatchObject([{ companies: 1 }])
})

test('a company that came without a code, and is registered again with one, gets the code’s coupon and pays no commission', async () => {
  const creditCode = newCreditCode()
  const welcome = await make.couponType({ way: 'promotion' })
  const first = await verified(creditCode, welcome.id)
  await system.change`update company set promotion_code = null where id = ${first.of.company_id}`
  await system.change`delete from coupon where company_id = ${first.of.company_id}`
  await system.change`delete from trial where company_id = ${first.of.company_id}`
  await freeze(first.of)
  await confirmed('closeCompany', { ...first.of, reason }, both)
  const again = await verified(creditCode, welcome.id)
  expect(again.coupons).toBe(1)
  const company = await system.row(z.object({ promotion_code: z.string().nullable() }))`
    select promotion_code from company where id = ${again.of.company_id}`
  expect(company).toEqual({ promotion_code: null })
})

// Guard: `for key share` in functions/refuse_closed.sql, which waits for the closing under way.
test('adding a person while the company is being closed is refused', async () => {
  const { company, of } = await ended()
  await freeze(of)
  const account = await make.account()
  const hold = sql`select from company where id = ${company.id} for update`
  const close = sql`update company set closed_at = now() where id = ${company.id}`
  const added = overtakenBy(system, [hold], () => make.employee(company.id, { account }), [close])
  await expect(added).rejects.toThrow('企业已注销')
})
