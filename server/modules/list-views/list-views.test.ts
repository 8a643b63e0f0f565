import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { viewsKept, viewsKeptInAll } from '#contract/records/list-view.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, operate, system } = await testPortal()

async function office() {
  const company = await make.company({ managers: 1 })
  const owner = await make.session(company.owner.account)
  const colleague = await make.session((company.managers[0] ?? company.owner).account)
  const view = { list: 'employees', name: '即将到期', query: 'service=ends_soon', columns: { created: true } }
  const views = async (sid: string, list = 'employees') => (await call('getListViews', { list }, { sid })).data.list
  return { company, owner, colleague, view, views }
}

test('a view is private until shared, and saving one with the same name replaces it', async () => {
  const { owner, colleague, view, views } = await office()
  await call('addListView', view, { sid: owner })
  expect(await views(owner)).toMatchObject([{ ...view, own: true, shared: false }])
  expect(await views(owner, 'devices')).toEqual([])
  expect(await views(colleague)).toEqual([])
  await call('addListView', { ...view, query: 'service=ended', shared: true }, { sid: owner })
  expect(await views(owner)).toMatchObject([{ query: 'service=ended' }])
  expect(await views(colleague)).toMatchObject([{ query: 'service=ended', own: false }])
})

test('a colleague’s shared view can be used but not removed', async () => {
  const { owner, colleague, view, views } = await office()
  const { view_id } = (await call('addListView', { ...view, shared: true }, { sid: owner })).data
  await call('removeListView', { view_id }, { sid: colleague })
  expect(await views(owner)).toHaveLength(1)
  await call('removeListView', { view_id }, { sid: owner })
  expect(await views(owner)).toEqual([])
})

test('a shared view is seen by those who may read all of its list, while its owner manages the company', async () => {
  const { company, owner, colleague, view, views } = await office()
  const shared = { ...view, query: 'keyword=陈雨桐', shared: true }
  for (const list of ['employees', 'devices', 'orders', 'unknown'])
    await call('addListView', { ...shared, list }, { sid: owner })
  const sales = await make.department(company.id)
  const holder = async (duty: InputOf<'setDuty'>['duty'], dept_ids: string[] | null = null) => {
    const { id: employee_id, account } = await make.employee(company.id, { departmentId: sales.id })
    expect((await call('setDuty', { employee_id, duty, dept_ids }, { sid: owner })).code).toBe(200)
    const sid = await make.session(account)
    const seen = []
    for (const list of ['employees', 'devices', 'orders', 'unknown'])
      if ((await views(sid, list)).length) seen.push(list)
    await call('addListView', view, { sid })
    expect(await views(sid)).toContainEqual(expect.objectContaining({ own: true }))
    return seen
  }
  expect(await holder('reader')).toEqual(['employees', 'devices', 'orders'])
  expect(await holder('devices')).toEqual(['employees', 'devices'])
  expect(await holder('finance')).toEqual(['orders'])
  expect(await holder('devices', [sales.id])).toEqual([])
  expect(await holder('department', [sales.id])).toEqual([])
  expect(await views(colleague, 'orders')).toHaveLength(1)
  await call('addListView', { ...shared, name: '同事的' }, { sid: colleague })
  expect(await views(owner)).toHaveLength(2)
  await system.change`update employee set state = 'disabled' where id = ${company.managers[0]?.id}`
  expect(await views(owner)).toHaveLength(1)
})

test('saved views are limited per list, and one of them can still be replaced', async () => {
  const { owner, view } = await office()
  for (let each = 0; each < viewsKept; each += 1)
    await call('addListView', { ...view, name: `${each}` }, { sid: owner })
  expect((await call('addListView', { ...view, name: '多的' }, { sid: owner })).code).toBe(-41023)
  expect((await call('addListView', { ...view, name: '3' }, { sid: owner })).code).toBe(200)
  expect((await call('addListView', { ...view, list: 'devices' }, { sid: owner })).code).toBe(200)
})

// Guard: `in_all` in keepView and keepOfficeView. A list is whatever its page calls it, so a limit for each is none.
test('saved views are limited over all lists together, and one of them can still be replaced', async () => {
  const { company, owner, view } = await office()
  const names = `select 'list-' || n, '常用', '' from generate_series(1, ${viewsKeptInAll}) n`
  await system.change`
    insert into list_view (company_id, employee_id, list, name, query)
    select employee.company_id, employee.id, kept.* from employee, (${raw(names)}) as kept
    where account_id = ${company.owner.account.id}`
  expect((await call('addListView', view, { sid: owner })).code).toBe(-41023)
  expect((await call('addListView', { ...view, list: 'list-3', name: '常用' }, { sid: owner })).code).toBe(200)
  const keeper = await make.operator('support')
  await system.change`
    insert into office_view (operator_id, list, name, query) select ${keeper.id}, kept.* from (${raw(names)}) as kept`
  expect((await operate('addOfficeView', view, keeper)).code).toBe(-41023)
  expect((await operate('addOfficeView', { ...view, list: 'list-3', name: '常用' }, keeper)).code).toBe(200)
})

test('operators’ list views are private or shared while they work here; only their owner removes them', async () => {
  const [keeper, colleague] = [await make.operator('support'), await make.operator('finance')]
  const view = { list: 'companies', name: '快用完的', query: 'balance_low=1', columns: { owner: false } }
  const views = async (as: typeof keeper) => (await operate('getOfficeViews', { list: 'companies' }, as)).data.list
  await operate('addOfficeView', view, keeper)
  expect(await views(keeper)).toMatchObject([{ ...view, own: true, shared: false }])
  expect(await views(colleague)).toEqual([])
  const { view_id } = (await operate('addOfficeView', { ...view, query: 'state=trial', shared: true }, keeper)).data
  expect(await views(colleague)).toMatchObject([{ query: 'state=trial', own: false }])
  expect((await operate('removeOfficeView', { view_id }, colleague)).code).toBe(-53021)
  expect(await views(keeper)).toHaveLength(1)
  // The audit has no removal that did not happen.
  const { data } = await operate('getAuditList', { target: `view:${view_id}` }, await make.operator())
  expect(data.list.map(({ action }) => action)).toEqual(['view.saved', 'view.saved'])
  await system.change`update operator set state = 'disabled' where display_name = (select owner_name from (
    select display_name as owner_name from operator join office_view on operator_id = operator.id where office_view.id = ${view_id}) as of_view)`
  expect(await views(colleague)).toEqual([])
})
