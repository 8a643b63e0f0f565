import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { z } from 'zod'
import { contract, type OutputOf } from '#contract/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import { untilBlocked } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { creditService } from '../hours/hours.ts'
import { importEmployees } from './import-job.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
const headings = ['手机号', '姓名', '部门', '时长（天）', '设备上限', '专线组']

async function office({ days = 100 } = {}) {
  const company = await make.company({ managers: 1 })
  const sid = await make.session(company.owner.account)
  const sales = await make.department(company.id, { name: '店铺运营' })
  const line = await make.line(company, { name: '东京-01', bound: true })
  const [japan, europe] = [
    await make.lineGroup(company.id, { name: '日本、韩国', lines: [line.id] }),
    await make.lineGroup(company.id, { name: '欧洲' }),
  ]
  if (days) await creditService(system, { companyId: company.id, days, kind: 'gift', note: '' })
  async function preview(...rows: (string | number)[][]): Promise<OutputOf<'previewEmployeeImport'>> {
    const form = new FormData()
    form.append('sid', sid)
    form.append('file', new Blob([new Uint8Array(await writeXlsxFile([headings, ...rows]).toBuffer())]), '员工.xlsx')
    const encoded = new Response(form)
    const header = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const { path } = contract.previewEmployeeImport
    const { body } = await portal.post(path, Buffer.from(await encoded.arrayBuffer()), { headers: header })
    return (JSON.parse(body) as { data: OutputOf<'previewEmployeeImport'> }).data
  }
  const progress = async (import_id: string) => (await call('getEmployeeImport', { import_id }, { sid })).data
  async function finished(import_id: string) {
    await expect.poll(async () => (await progress(import_id)).state, { timeout: 60_000 }).toBe('done')
    return progress(import_id)
  }
  const people = () =>
    system.rows(
      z.object({ name: z.string(), device_limit: z.int(), reserved_days: z.int(), groups: z.array(z.string()) }),
    )`
      select name, device_limit, reserved_days, array(
        select line_group.name from line_group_employee held join line_group on line_group.id = held.group_id
        where held.employee_id = employee.id order by 1) as groups
      from employee where company_id = ${company.id} and state = 'invited' order by name`
  const balance = async () => (await call('getServiceBalance', {}, { sid })).data.balance
  return { company, sid, sales, japan, europe, preview, progress, finished, people, balance }
}

test('each row assigns what it says, as its plan predicts, and the import can be undone as a whole', async () => {
  const { sid, preview, finished, people, balance, company } = await office()
  const { import_id, good, rows } = await preview(
    [newPhone(), '甲', '店铺运营', 30, 3, '日本、韩国'],
    [newPhone(), '乙', '', '', '', '欧洲，欧洲'],
    [newPhone(), '丙', '', '', '', ''],
  )
  expect([good, rows.map(({ problems }) => problems)]).toEqual([3, [[], [], []]])
  const input = { import_id, invite: false, reserve_days: 5 }
  const plan = await call('planAccess', { call: 'commitEmployeeImport', input }, { sid })
  expect(plan.data).toMatchObject({
    joining: { people: 1, list: [{ name: '甲', line_names: ['东京-01'] }] },
    undoable: true,
  })
  const { data } = await call('commitEmployeeImport', input, { sid })
  expect(await finished(import_id)).toMatchObject({ added: 3, unreserved: 0, failed: [] })
  expect(await people()).toEqual([
    { name: '丙', device_limit: 2, reserved_days: 5, groups: [] },
    { name: '乙', device_limit: 2, reserved_days: 5, groups: ['欧洲'] },
    { name: '甲', device_limit: 3, reserved_days: 30, groups: ['日本、韩国'] },
  ])
  expect(await balance()).toBe(60)
  expect((await call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid })).code).toBe(200)
  expect([await people(), await balance()]).toEqual([[], 100])
  const notices = await system.row(z.object({ count: z.int() }))`
    select count(*) as count from notice where subject = ${`membership:${company.id}`}`
  expect(notices?.count).toBe(0)
})

test('an invalid row is refused for insufficient balance, an unknown group or an invalid limit', async () => {
  const { preview } = await office({ days: 50 })
  const { rows, good } = await preview(
    [newPhone(), '甲', '', 30, '', '欧洲'],
    [newPhone(), '乙', '', 30, '', ''],
    [newPhone(), '丙', '', 20, '', '没有的组、欧洲'],
    [newPhone(), '丁', '', 20, '', ''],
    [newPhone(), '戊', '', '半年', '', ''],
    [newPhone(), '己', '', 2.5, -1, ''],
    // Texts that JavaScript reads as whole numbers, and a cast in a statement does not.
    [newPhone(), '庚', '', '10.0', '2.0', ''],
    [newPhone(), '辛', '', '1e1', '', ''],
  )
  expect(good).toBe(2)
  expect(Object.fromEntries(rows.map(({ row, problems }) => [row, problems]))).toEqual({
    2: [],
    3: ['企业剩余时长不足：前面各行之后只剩 20 人天，这一行要 30 人天'],
    4: ['专线组不存在：没有的组'],
    5: [],
    6: ['天数须为整数'],
    7: ['天数须为整数', expect.stringContaining('设备上限')],
    8: ['天数须为整数', expect.stringContaining('设备上限')],
    9: ['天数须为整数'],
  })
})

test('a path that leads to two departments is refused', async () => {
  const { company, sales, preview } = await office()
  await make.department(company.id, { name: '华南', parentId: sales.id })
  const path = async (dept: string) => (await preview([newPhone(), '甲', dept, '', '', ''])).rows[0]?.problems
  expect(await path('店铺运营/华南')).toEqual([])
  await make.department(company.id, { name: '店铺运营/华南' })
  expect(await path('店铺运营/华南')).toEqual(['部门不存在：店铺运营/华南'])
})

test('a row’s values override the template, which supplies the rest', async () => {
  const { sid, sales, europe, preview, finished, people, balance, company } = await office()
  const template = { name: '模板', dept_id: sales.id, days: 10, device_limit: 5, group_ids: [europe.id] }
  const { template_id } = (await call('setTemplate', template, { sid })).data
  const other = await make.department(company.id, { name: '仓库' })
  const { import_id } = await preview(
    [newPhone(), '甲', '仓库', 30, 3, '日本、韩国'],
    [newPhone(), '乙', '', '', '', ''],
  )
  await call('commitEmployeeImport', { import_id, invite: false, template_id }, { sid })
  expect(await finished(import_id)).toMatchObject({ added: 2, untemplated: 0 })
  expect(await people()).toEqual([
    { name: '乙', device_limit: 5, reserved_days: 10, groups: ['欧洲'] },
    { name: '甲', device_limit: 3, reserved_days: 30, groups: ['日本、韩国', '欧洲'] },
  ])
  expect(await balance()).toBe(60)
  const { data } = await call('getCompanyUserList', { keyword: '甲' }, { sid })
  expect(data.list[0]?.dept_id).toBe(other.id)
})

test('a preview leaves out good rows before bad ones', async () => {
  const { preview } = await office()
  const people = (phones: string[]) => phones.map(phone => [phone, '王芳', '', '', '', ''])
  const good = people(Array.from({ length: 210 }, newPhone))
  const bad = people(Array.from({ length: 230 }, (_, row) => String(row)))
  const of = async (rows: string[][]) => {
    const data = await preview(...rows)
    return [data.good, data.bad, data.rows.length, data.rows.filter(({ problems }) => problems.length).length]
  }
  expect(await of([...good, ...bad])).toEqual([210, 230, 230, 230])
  expect(await of([...good, ...bad.slice(0, 30)])).toEqual([210, 30, 200, 30])
})

// Guard: `holdGroups`. Without it the batch takes from the balance first, and deadlocks with a concurrent use of the template.
test('a batch waits for the groups of its template before it takes from the balance', async () => {
  const { company, sid, preview, progress, europe } = await office()
  const template = { name: '模板', dept_id: null, days: null, device_limit: null, group_ids: [europe.id] }
  const { template_id } = (await call('setTemplate', template, { sid })).data
  const { import_id } = await preview([newPhone(), '甲', '', 30, '', ''])
  await system.change`
    update employee_import set state = 'running', actor_name = '测试', employee_id = ${company.owner.id},
      template_id = ${template_id} where id = ${import_id}`
  const job = { stopping: new AbortController().signal, lastAttempt: false, log: services.log }
  const { running } = await system.transaction(async transaction => {
    await transaction.change`select from line_group where id = ${europe.id} for no key update`
    const running = importEmployees(services, { company_id: company.id, import_id }, job)
    await untilBlocked(system)
    await transaction.change`select from service_balance where company_id = ${company.id} for update nowait`
    return { running }
  })
  await running
  expect(await progress(import_id)).toMatchObject({ added: 1, untemplated: 0, failed: [] })
})

// Guard: `days + x >= 0` in changeBalance and the savepoint around a batch; without the savepoint the people are added although the
// assets of their rows could not be assigned.
test('days beyond the balance are refused at once, or fail the whole batch with the reason', async () => {
  const { company, sid, preview, progress, people, balance } = await office()
  const { import_id } = await preview([newPhone(), '甲', '', 60, '', '欧洲'], [newPhone(), '乙', '', 40, '', ''])
  const credit = (days: number) => creditService(system, { companyId: company.id, days, kind: 'correction', note: '' })
  await credit(-1)
  expect(await call('commitEmployeeImport', { import_id, invite: false }, { sid })).toMatchObject({
    code: -47030,
    data: 1,
  })
  // The balance has fallen since the import was started.
  await system.change`
    update employee_import set state = 'running', actor_name = '测试', employee_id = ${company.owner.id} where id = ${import_id}`
  const job = { stopping: new AbortController().signal, lastAttempt: false, log: services.log }
  await importEmployees(services, { company_id: company.id, import_id }, job)
  const { added, failed } = await progress(import_id)
  expect([added, await people(), await balance()]).toEqual([0, [], 99])
  expect(failed.map(({ name, days, groups, problems }) => [name, days, groups, ...problems])).toEqual([
    ['甲', '60', '欧洲', '这一批 2 行没有写入：企业剩余时长不足，还缺人天数：1'],
    ['乙', '40', '', '这一批 2 行没有写入：企业剩余时长不足，还缺人天数：1'],
  ])
})

test.each([0, 4])(
  'an import of somebody who is no manager any more invites nobody, with %i days, and the managers are told',
  async days => {
    const { company, sid, preview, progress, people, balance } = await office()
    const former = await make.employee(company.id)
    const { import_id } = await preview([newPhone(), '甲', '', '', '', ''])
    await system.change`
      update employee_import set state = 'running', reserve_days = ${days}, actor_name = '测试', employee_id = ${former.id},
        account_id = ${former.account.id}
      where id = ${import_id}`
    const job = { stopping: new AbortController().signal, lastAttempt: false, log: services.log }
    await importEmployees(services, { company_id: company.id, import_id }, job)
    expect(await progress(import_id)).toMatchObject({ state: 'failed', added: 0 })
    expect([await people(), await balance()]).toEqual([[], 100])
    const noticesOf = async (session: string) =>
      (await call('getNoticeList', {}, { sid: session })).data.list.filter(({ kind }) => kind === 'import_done')
    expect(await noticesOf(await make.session(former.account))).toEqual([])
    expect((await noticesOf(sid)).map(({ text }) => text)).toEqual([expect.stringContaining('不再是企业的管理员')])
  },
)

test('an import cannot be undone while it runs or once somebody has joined', async () => {
  const { sid, preview, finished, people } = await office()
  const { import_id } = await preview([newPhone(), '甲', '', 30, '', '欧洲'])
  const { data } = await call('commitEmployeeImport', { import_id, invite: false }, { sid })
  const undo = () => call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid })
  await finished(import_id)
  await system.change`update employee_import set state = 'running' where id = ${import_id}`
  expect(await undo()).toMatchObject({ code: -54004, data: '导入还在进行，请在完成后撤销' })
  await system.change`update employee_import set state = 'done' where id = ${import_id}`
  await system.change`update employee set state = 'active', reserved_days = 0 where name = '甲' and state = 'invited'`
  expect(await undo()).toMatchObject({ code: -54004, data: '已有 1 人同意加入' })
  expect(await people()).toEqual([])
})

test('people who are added one by one get the values of their rows, and either all of them are added or none', async () => {
  const { sid, europe, people, balance } = await office()
  const row = (name: string, days: number) => ({
    phone: newPhone(),
    name,
    days,
    group_ids: [europe.id],
    device_limit: 4,
  })
  const add = (...employees: ReturnType<typeof row>[]) =>
    call('addCompanyUser', { employees, invite: false, reserve_days: 7 }, { sid })
  expect(await add(row('甲', 60), row('乙', 50))).toMatchObject({ code: -47030, data: 10 })
  expect([await people(), await balance()]).toEqual([[], 100])
  expect((await add(row('甲', 60))).data.added).toBe(1)
  expect(await people()).toEqual([{ name: '甲', device_limit: 4, reserved_days: 60, groups: ['欧洲'] }])
  expect(await balance()).toBe(40)
})
