import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'

const { make, call, codeSentTo, system } = await testPortal()

test('a person who hands the company over is no longer its contact', async () => {
  const { id, owner, managers } = await make.company({ managers: 1 })
  const [next] = managers
  if (!next) throw new Error('a company with a manager was made')
  await system.change`update company set contact_phone = ${owner.account.phone} where id = ${id}`
  const sid = await make.session(owner.account)
  await call('getCompanyAdminCaptcha', { action: 'company', employee_ids: [next.id] }, { sid })
  const captcha = await codeSentTo(owner.account.phone)
  expect((await call('setCompanyUserRole', { employee_id: next.id, role: 'owner', captcha }, { sid })).code).toBe(200)
  const contact = z.object({ phone: z.string() })
  expect(await system.row(contact)`select contact_phone as phone from company where id = ${id}`).toEqual({
    phone: next.account.phone,
  })
})
