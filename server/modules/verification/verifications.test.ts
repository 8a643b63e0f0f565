import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { newCreditCode, newIdNumber } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, system } = portal
const { token, id: operatorId } = await make.operator('support')
const industry = await system.row(z.object({ id: z.string() }))`select id from industry order by sort limit 1`

const list = async (filters: object) => (await operate('getVerificationList', filters, { token })).data
const detail = async (verification_id: string) =>
  (await operate('getVerificationForReview', { verification_id }, { token })).data
const decide = (verification_id: string, decision: 'approve' | 'reject', reason?: string) =>
  operate('reviewVerification', { verification_id, decision, reason }, { token })
const idsOf = ({ list: rows }: { list: { verification_id: string }[] }) => rows.map(row => row.verification_id)

/** Submits a company as the page does, with a licence of the applicant's. */
async function submitted(values: { name?: string; code?: string; number?: string; promotionCode?: string } = {}) {
  const account = await make.account(values.promotionCode ? { promotionCode: values.promotionCode } : {})
  const sid = await make.session(account)
  const file = await system.row(z.object({ id: z.string() }))`
  insert into stored_file (account_id, purpose, content_type, size, sha256, storage_key, file_name)
  values (${account.id}, 'licence', 'image/png', 10, '', ${`licence/${crypto.randomUUID()}`}, '执照.png') returning id`
  const company_name = values.name ?? `蓝帆${account.phone.slice(-6)}有限公司`
  const credit_code = values.code ?? newCreditCode()
  const answer = await call(
    'wAuth',
    {
      kind: 'company',
      is_identity: 1,
      is_licence: 1,
      company_name,
      credit_code,
      industry_id: industry?.id ?? '',
      licence_file_id: file?.id ?? '',
      person_name: '李小明',
      id_number: values.number ?? newIdNumber(),
    },
    { sid },
  )
  expect(answer.code).toBe(200)
  const row = await system.row(z.object({ id: z.string() }))`
  select id from identity_verification where account_id = ${account.id} order by created_at desc limit 1`
  return { id: row?.id ?? '', account, sid, company_name, credit_code }
}

describe('the verification list', () => {
  test('shows waiting ones first, oldest on top, and can be filtered', async () => {
    const rejected = await make.verification(await make.account(), { kind: 'person', state: 'rejected' })
    const [first, second] = [await submitted(), await submitted()]
    await system.change`
      update identity_verification set created_at = now() - interval '3 days' where id = ${first.id}`
    const ids = idsOf(await list({}))
    expect(ids.indexOf(first.id)).toBeLessThan(ids.indexOf(second.id))
    expect(ids.indexOf(second.id)).toBeLessThan(ids.indexOf(rejected.id))

    expect(idsOf(await list({ state: 'rejected' }))).toEqual([rejected.id])
    expect(idsOf(await list({ state: 'under_review', kind: 'person' }))).toEqual([])
    const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(idsOf(await list({ state: 'under_review', from: today }))).not.toContain(first.id)
  })

  test('is searched by company, person, code and full phone, without showing a phone', async () => {
    const name = `云栈${crypto.randomUUID().slice(0, 8)}科技有限公司`
    const { id, account, credit_code } = await submitted({ name })
    const keywords = [name, name.slice(0, 2), name.slice(2, 10), credit_code.toLowerCase(), account.phone]
    for (const keyword of keywords) expect(idsOf(await list({ keyword })), keyword).toEqual([id])
    expect(idsOf(await list({ keyword: account.phone.slice(0, 10) }))).toEqual([])
    expect(idsOf(await list({ keyword: '李小明' }))).toContain(id)
    expect(JSON.stringify(await list({ keyword: name }))).not.toContain(account.phone)
  })
})

describe('a verification’s detail', () => {
  test('shows checks, licence, channel and earlier submissions, but neither phone nor ID number', async () => {
    const number = newIdNumber()
    const promotionCode = await make.promotionCode()
    const applicant = await submitted({ number, promotionCode })
    await decide(applicant.id, 'reject', '执照不清晰')
    await system.change`
      insert into channel_registration (promotion_code, account_id, company_name, credit_code, industry_id, size, contact_name)
      values (${promotionCode}, ${applicant.account.id}, '另一家公司', ${newCreditCode()}, ${industry?.id}, '1-20人', '李小明')`
    const again = await make.verification(applicant.account, { kind: 'company', state: 'under_review' })
    const found = await detail(again.id)
    expect(found.earlier).toMatchObject([{ state: 'rejected', reason: '执照不清晰' }])
    expect(found.channel).toMatchObject({ code: promotionCode, registration: { company_name: '另一家公司' } })
    expect(found.checks).toContainEqual({ verdict: 'warn', text: '渠道登记的是「另一家公司」' })

    const first = await detail(applicant.id)
    expect(first.licence).toEqual({ is_image: true, file_name: '执照.png' })
    expect(JSON.stringify(first)).not.toContain(applicant.account.phone)
    expect(JSON.stringify(first)).not.toContain(number)
  })

  test('opens the licence by a separate call, audited once an hour per operator', async () => {
    const { id, account } = await submitted({})
    expect(JSON.stringify(await detail(id))).not.toContain('/files/')
    const colleague = await make.operator('support')
    for (const who of [token, token, colleague.token]) {
      const { data } = await operate('openLicence', { verification_id: id }, { token: who })
      // The address is valid: the storage answers that it has no such file, not that it must not be read.
      expect((await portal.app.inject({ url: data.url })).statusCode).not.toBe(403)
    }
    const viewings = sql`action = 'verification.licence_viewed' and target = ${`account:${account.id}`}`
    const kept = await system.rows(
      z.object({ actor: z.string(), after: z.unknown() }),
    )`select actor, after from audit_entry where ${viewings} order by id`
    expect(kept).toHaveLength(2)
    expect(kept[1]).toMatchObject({ actor: `operator:${colleague.id}`, after: { verification: id } })
    const person = await make.verification(await make.account(), { kind: 'person', state: 'under_review' })
    expect((await operate('openLicence', { verification_id: person.id }, { token })).code).toBe(-53021)
    const finance = await make.operator('finance')
    expect((await operate('openLicence', { verification_id: id }, finance)).code).toBe(-41017)
  })

  test('reveals the full ID number for a reason and a fresh proof, to support only, without storing it', async () => {
    const number = newIdNumber()
    const { id, account } = await submitted({ number })
    const reason = '与来电人核对末位'
    const unmask = (as: string, input = { verification_id: id, reason }) =>
      operate('unmaskIdNumber', input, { token: as })
    const reviewer = await make.operator('support')
    expect((await unmask(reviewer.token, { verification_id: id, reason: ' ' })).code).toBe(-41003)
    for (const role of ['finance', 'network', 'content'] as const)
      expect((await unmask((await make.operator(role)).token)).code, role).toBe(-41017)
    await system.change`
      update operator_session set proved_at = now() - interval '5 minutes 1 second' where operator_id = ${reviewer.id}`
    expect((await unmask(reviewer.token)).code).toBe(-41022)
    await system.change`update operator_session set proved_at = now() where operator_id = ${reviewer.id}`
    expect(await unmask(reviewer.token)).toMatchObject({ code: 200, data: { id_number: number } })
    const written = await system.rows(z.object({ action: z.string(), actor: z.string(), text: z.string() }))`
      select action, actor, row_to_json(audit_entry)::text as text from audit_entry
      where target = ${`account:${account.id}`} and action = 'verification.id_number_unmasked'`
    expect(written).toMatchObject([{ actor: `operator:${reviewer.id}` }])
    expect(written[0]?.text).toContain(reason)
    expect(written[0]?.text).not.toContain(number)
    const kept = await system.rows(z.object({ text: z.string() }))`
      select encode(answer, 'escape') as text from idempotency_key where answer is not null`
    expect(kept.some(({ text }) => text.includes(number))).toBe(false)
    // An erased number can't be shown.
    await system.change`update identity_verification set id_number_sealed = '' where id = ${id}`
    expect((await unmask(reviewer.token)).code).toBe(-53021)
  })

  test("reports another applicant's code and name in its checks", async () => {
    const taken = await make.company({ name: `同名${crypto.randomUUID()}` })
    const { id } = await submitted({ name: taken.name })
    await system.change`update identity_verification set credit_code = ${taken.creditCode} where id = ${id}`
    expect((await detail(id)).checks[0]).toEqual({
      verdict: 'bad',
      text: `信用代码已属于「${taken.name}」，不能通过`,
    })
    await system.change`update identity_verification set credit_code = ${newCreditCode()} where id = ${id}`
    expect((await detail(id)).checks).toContainEqual({
      verdict: 'warn',
      text: `已有同名企业，信用代码 ${taken.creditCode}`,
    })
  })
})

describe('a verification decision', () => {
  test('approving creates the company, notifies its manager by notice and SMS, and is audited', async () => {
    const { id, account, sid, company_name } = await submitted()
    expect((await detail(id)).established).toBeNull()
    expect((await decide(id, 'approve')).code).toBe(200)
    expect((await call('checkManager', {}, { sid })).data.is_company_manager).toBe(1)
    expect((await call('getNoticeList', {}, { sid })).data.list[0]).toMatchObject({ title: '实名认证已通过' })
    const outbox = async () =>
      (await portal.app.inject({ url: `/demo/outbox?phone=${account.phone}` })).json<{ text: string }[]>()
    await expect.poll(async () => (await outbox())[0]?.text).toContain('已通过审核')
    const [entry] = await system.rows(
      z.object({ actor: z.string(), action: z.string(), before: z.unknown(), after: z.unknown() }),
    )`
    select actor, action, before, after from audit_entry where target = ${`account:${account.id}`}`
    expect(entry).toMatchObject({
      actor: `operator:${operatorId}`,
      action: 'verification.approved',
      after: { state: 'approved', verification: id },
    })
    const decided = await detail(id)
    expect(decided.state).toBe('approved')
    expect(decided.established).toEqual({ company_id: expect.any(String), name: company_name })
    expect(decided.checks.every(check => check.verdict === 'good')).toBe(true)
    expect(decided.reviewer).toMatch(/的姓名$/)
  })

  test('rejecting needs a reason, which is shown to the applicant', async () => {
    const { id, account, sid } = await submitted()
    expect((await decide(id, 'reject')).code).toBe(-53101)
    expect((await decide(id, 'reject', '执照已过期。')).code).toBe(200)
    expect((await call('getVerification', {}, { sid })).data.verification).toMatchObject({ reason: '执照已过期。' })
    const outbox = async () =>
      (await portal.app.inject({ url: `/demo/outbox?phone=${account.phone}` })).json<{ text: string }[]>()
    await expect.poll(async () => (await outbox())[0]?.text).toContain('未通过审核：执照已过期。')
  })

  test("applies to what the reviewer saw, never to the applicant's newer submission", async () => {
    const { id, account } = await submitted()
    await decide(id, 'reject', '执照不清晰')
    const newer = await make.verification(account, { kind: 'company', state: 'under_review' })
    expect((await decide(id, 'approve')).code).toBe(-53100)
    expect((await detail(newer.id)).state).toBe('under_review')
  })

  test('is made once when many are concurrent, and the others are told so', async () => {
    const { id, account } = await submitted()
    // Guard: `state = 'under_review'` in the deciding update.
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => decide(id, index % 2 ? 'approve' : 'reject', '同时')),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === -53100)).toHaveLength(7)
    const entries = await system.rows(z.object({}))`select from audit_entry where target = ${`account:${account.id}`}`
    expect(entries).toHaveLength(1)
  })

  test('approving the second of two people with one ID number fails with the reason and stays open', async () => {
    const number = newIdNumber()
    const people = [await make.account(), await make.account()]
    for (const person of people)
      await call(
        'wAuth',
        { kind: 'person', is_identity: 1, person_name: '李小明', id_number: number },
        { sid: await make.session(person) },
      )
    const rows = await system.rows(z.object({ id: z.string() }))`
    select id from identity_verification where account_id = any(${people.map(person => person.id)}::uuid[])`
    const [first, second] = rows.map(row => row.id)
    expect((await decide(first ?? '', 'approve')).code).toBe(200)
    expect((await detail(second ?? '')).checks[0]).toMatchObject({ verdict: 'bad' })
    const refused = await decide(second ?? '', 'approve')
    expect(refused).toMatchObject({ code: -53020, msg: '该证件已被其他账号认证，请驳回并说明原因' })
    expect((await detail(second ?? '')).state).toBe('under_review')
  })

  test('offers the applicant who has waited longest', async () => {
    await system.change`
      update identity_verification set state = 'rejected', reason = '清空', reviewed_at = now() where state = 'under_review'`
    const [oldest, other] = [await submitted(), await submitted()]
    await system.change`
      update identity_verification set created_at = now() - interval '1 day' where id = ${oldest.id}`
    expect(await detail(other.id)).toMatchObject({ next_id: oldest.id, waiting: 1 })
    expect((await decide(other.id, 'reject', '不清晰')).data).toEqual({ next_id: oldest.id })
    expect((await decide(oldest.id, 'reject', '不清晰')).data).toEqual({ next_id: null })
    expect((await operate('getSelf', {}, { token })).data.waiting).toMatchObject({ verifications: 0 })
  })
})
