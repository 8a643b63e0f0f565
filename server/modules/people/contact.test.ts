import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, codeSentTo, system } = await testPortal()
const contact = z.object({ name: z.string(), phone: z.string() })

const contactOf = (companyId: string) =>
  system.row(contact)`select contact_name as name, contact_phone as phone from company where id = ${companyId}`
const setContact = (companyId: string, { name, phone }: z.output<typeof contact>) =>
  system.change`update company set contact_name = ${name}, contact_phone = ${phone} where id = ${companyId}`

test('a person who hands the company over is no longer its contact', async () => {
  const { id, owner, managers } = await make.company({ managers: 1 })
  const [next] = managers
  if (!next) throw new Error('a company with a manager was made')
  await system.change`update company set contact_phone = ${owner.account.phone} where id = ${id}`
  const sid = await make.session(owner.account)
  await call('getCompanyAdminCaptcha', { action: 'company', employee_ids: [next.id] }, { sid })
  const captcha = await codeSentTo(owner.account.phone)
  expect((await call('setCompanyUserRole', { employee_id: next.id, role: 'owner', captcha }, { sid })).code).toBe(200)
  expect((await contactOf(id))?.phone).toBe(next.account.phone)
})

test('the contact stays when an invitation of that person is withdrawn, and is replaced when they leave', async () => {
  const { id, owner } = await make.company()
  const sid = await make.session(owner.account)
  const outside = { name: '王芳', phone: newPhone() }
  await setContact(id, outside)
  const invite = async () => {
    const { data } = await call('addCompanyUser', { employees: [outside], invite: false }, { sid })
    return data.results[0]?.employee_id ?? ''
  }
  const remove = (employee_id: string) => call('delCompanyUser', { employee_ids: [employee_id] }, { sid })
  expect((await remove(await invite())).code).toBe(200)
  expect(await contactOf(id)).toEqual(outside)
  const joined = await invite()
  await system.change`update employee set state = 'active' where id = ${joined}`
  expect((await remove(joined)).code).toBe(200)
  expect((await contactOf(id))?.phone).toBe(owner.account.phone)
})

// Guard: `account_phone_changed`. With the former phone the contact would outlast the person's leaving and the end of their account.
test('the contact’s phone is still theirs after they have changed it', async () => {
  const password = 'Blue-Sail-7'
  const [here, elsewhere] = [await make.company(), await make.company()]
  const account = await make.account({ password })
  await make.employee(here.id, { name: '王芳', account })
  const [of, phone] = [{ name: '王芳', phone: account.phone }, newPhone()]
  for (const { id } of [here, elsewhere]) await setContact(id, of)
  const sid = await make.session(account)
  await call('sendPhoneChangeCode', { phone }, { sid })
  const captcha = await codeSentTo(phone)
  expect((await call('changePhone', { phone, captcha, password }, { sid })).code).toBe(200)
  expect(await contactOf(here.id)).toEqual({ name: '王芳', phone })
  // A company that they do not belong to does not learn the new phone.
  expect(await contactOf(elsewhere.id)).toEqual(of)
})
