import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { firstKey, verificationsOf } from './contents.sql.ts'

const portals = [await testPortal(), await testPortal({ OWN_VERIFICATION: '1' })]

// Guard: `verificationOf` and `withoutOwn`. Both stated 经企业认证 for people whom the provider's rule keeps from the lines.
test.each([
  [false, 'company', '经企业认证'],
  [true, 'none', '个人'],
] as const)(
  'who is verified by what follows the provider’s rule (own: %s)',
  async (ownVerification, verification, kind) => {
    const portal = portals[Number(ownVerification)]
    if (!portal) throw new Error('no portal')
    const { call, make, system } = portal
    const company = await make.company({ employees: 2 })
    const [own, other] = company.employees
    if (!own || !other) throw new Error('no employees')
    await make.verification(own.account)
    const sid = await make.session(company.owner.account)
    const { list } = (await call('getCompanyUserList', {}, { sid })).data
    const found = Object.fromEntries(list.map(employee => [employee.employee_id, employee.verification]))
    expect(found).toEqual({ [company.owner.id]: 'own', [own.id]: 'own', [other.id]: verification })
    const { employee } = (await call('getCompanyUserDetail', { employee_id: other.id }, { sid })).data
    expect(employee.verification).toBe(verification)
    const rows = await verificationsOf(system, company.id, { ownVerification })(firstKey, 50)
    expect(rows.find(({ key }) => key === other.id)?.cells[0]).toBe(kind)
    expect(rows.map(({ cells }) => cells[4]).toSorted()).toEqual(
      ['已通过', '已通过', ownVerification ? '未通过' : '已通过'].toSorted(),
    )
  },
)

// Guard: the verification is read by the credit code. By its people alone, a company whose founder had left had no evidence of its own.
test('the company’s own verification is in the pack after the person who submitted it has left', async () => {
  const [portal] = portals
  if (!portal) throw new Error('no portal')
  const { call, make, system } = portal
  const company = await make.company({ managers: 1 })
  const { owner: founder } = company
  const [successor] = company.managers
  if (!successor) throw new Error('no manager')
  // A stranger's attempt with the same code is nobody's evidence.
  const attempt = { kind: 'company', state: 'rejected', creditCode: company.creditCode } as const
  await make.verification(await make.account(), attempt)
  const read = async () =>
    (await verificationsOf(system, company.id, { ownVerification: false })(firstKey, 50)).map(({ cells }) => [
      cells[0],
      cells[3],
      cells[4],
    ])
  const own = ['企业', company.creditCode, '已通过']
  const through = ['经企业认证', company.creditCode, '已通过']
  expect((await read()).toSorted()).toEqual([own, through].toSorted())
  await system.change`update employee set role = 'employee' where id = ${founder.id}`
  await system.change`update employee set role = 'owner' where id = ${successor.id}`
  const sid = await make.session(successor.account)
  expect((await call('delCompanyUser', { employee_ids: [founder.id] }, { sid })).code).toBe(200)
  expect((await read()).toSorted()).toEqual([own, through].toSorted())
})
