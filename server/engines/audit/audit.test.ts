import { expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { recordAudit } from './audit.ts'

const { call, make, system } = await testPortal()

const entryOf = (target: string) =>
  system.row(z.object({ before: z.unknown(), after: z.unknown() }))`
  select before, after from audit_entry where target = ${target} order by created_at desc limit 1`

test('a phone is kept masked, in whichever field it was written; numbers of banks are kept whole', async () => {
  const id = '01a2162b-de7a-7b20-ba07-a13957204681'
  const sha256 = `a13957204681${'b'.repeat(52)}`
  await runAs('portal', () =>
    recordAudit(system, {
      action: 'company.changed',
      target: 'company:phones',
      before: { contact_phone: '021-55556666', list: [{ name: '13957204681', id }] },
      after: {
        ...{ phone: '13957204681', reason: '来电13957204681核对，微信wx13957204681', sha256 },
        ...{ reference: '13957204681', number: '13957204681' },
      },
    }),
  )
  expect(await entryOf('company:phones')).toEqual({
    before: { contact_phone: '021****6666', list: [{ name: '139****4681', id }] },
    after: {
      ...{ phone: '139****4681', reason: '来电139****4681核对，微信wx139****4681', sha256 },
      ...{ reference: '13957204681', number: '13957204681' },
    },
  })
})

test('so is the one that a manager writes down for the company', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  expect((await call('setCompanyInfo', { contact_phone: '13957204681' }, { sid })).code).toBe(200)
  expect(await entryOf(`company:${company.id}`)).toMatchObject({ after: { contact_phone: '139****4681' } })
})
