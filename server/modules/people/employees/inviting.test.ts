import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal({ SMS_DAILY_LIMIT: '240' })
const { call, make, system, codeSentTo } = portal

beforeEach(async () => {
  await system.change`truncate limit_counter`
})

async function makeCompany() {
  const company = await make.company()
  return { id: company.id, sid: await make.session(company.owner.account) }
}
const addHundred = async ({ sid }: { sid: string }) => {
  const employees = Array.from({ length: 100 }, () => ({ phone: newPhone(), name: '王芳' }))
  const { data } = await call('addCompanyUser', { employees, invite: true }, { sid })
  expect(data.added).toBe(100)
  return data.results.map(({ employee_id }) => employee_id ?? '')
}
const invitedBy = async ({ id }: { id: string }) =>
  (await system.row(z.object({ messages: z.int(), links: z.int() }))`
  select count(sms_message.id)::integer as messages, count(invitation.employee_id)::integer as links
  from employee
  left join sms_message on sms_message.account_id = employee.account_id and sms_message.purpose = 'invitation'
  left join invitation on invitation.employee_id = employee.id
  where employee.company_id = ${id}`) ?? { messages: -1, links: -1 }
const hasSent = (key: string, hits: number) =>
  system.change`update limit_counter set hits = ${hits} where key like ${key}`

test('a hundred invitations in one call stop at the company’s daily limit; everybody is added', async () => {
  const [company, other] = [await makeCompany(), await makeCompany()]
  await call('addCompanyUser', { employees: [{ phone: newPhone(), name: '李雷' }], invite: true }, { sid: company.sid })
  await hasSent('sms:company:%', 460)
  const ids = await addHundred(company)
  // No link is created that was not sent to anybody.
  expect(await invitedBy(company)).toEqual({ messages: 41, links: 41 })
  expect((await call('inviteCompanyUser', { employee_ids: ids }, { sid: company.sid })).code).toBe(-47021)
  await hasSent('sms:company:%', 470)
  expect((await call('inviteCompanyUser', { employee_ids: ids }, { sid: company.sid })).data).toEqual({
    invited: 30,
    skipped: 70,
  })
  await call('addCompanyUser', { employees: [{ phone: newPhone(), name: '韩梅梅' }], invite: true }, { sid: other.sid })
  expect(await invitedBy(other)).toEqual({ messages: 1, links: 1 })
})

test('all companies share half of the site’s daily messages; a code can still be sent', async () => {
  const [one, two] = [await makeCompany(), await makeCompany()]
  await Promise.all([addHundred(one), addHundred(two)])
  const [ofOne, ofTwo] = [await invitedBy(one), await invitedBy(two)]
  expect(ofOne.messages + ofTwo.messages).toBe(120)
  const phone = newPhone()
  expect((await call('sendVerificationCode', { send_type: 1, account: phone, email_type: 'register' })).code).toBe(200)
  expect(await codeSentTo(phone)).toMatch(/^\d{6}$/)
})

test('invitations to people with an account count towards the limit as well', async () => {
  const company = await makeCompany()
  const accounts = await Promise.all(Array.from({ length: 3 }, () => make.account({ password: 'Blue-Sail-7' })))
  await addHundred(company)
  await hasSent('sms:company:%', 499)
  const employees = accounts.map(({ phone }) => ({ phone, name: '李雷' }))
  expect((await call('addCompanyUser', { employees, invite: true }, { sid: company.sid })).data.added).toBe(3)
  const ids = accounts.map(({ id }) => id)
  expect(
    await system.rows(
      z.object({ purpose: z.string() }),
    )`select purpose from sms_message where account_id = any(${ids}::uuid[])`,
  ).toEqual([{ purpose: 'employment' }])
})

test('no invitation is sent again to a phone that the person has left, which may be another’s by now', async () => {
  const company = await makeCompany()
  const account = await make.account({ password: 'Blue-Sail-7' })
  const add = async (phone: string) => {
    const employees = [{ phone, name: '王芳' }]
    const { data } = await call('addCompanyUser', { employees, invite: false }, { sid: company.sid })
    return data.results[0]?.employee_id ?? ''
  }
  const [moved, other] = [await add(account.phone), await add(newPhone())]
  await system.change`update account set phone = ${newPhone()} where id = ${account.id}`
  const resend = (...employee_ids: string[]) => call('inviteCompanyUser', { employee_ids }, { sid: company.sid })
  expect((await resend(moved)).code).toBe(-47023)
  expect((await resend(moved, other)).data).toEqual({ invited: 1, skipped: 1 })
  const sent = (await portal.app.inject({ url: `/demo/outbox?phone=${account.phone}` })).json<unknown[]>()
  expect(sent).toEqual([])
})
