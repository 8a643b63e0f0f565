import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { z } from 'zod'
import { contract, type OutputOf } from '#contract/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { creditService } from '../hours/hours.ts'

const portal = await testPortal()
const { call, make, system } = portal

test('an import previews who will gain what on joining, and applies its template to everybody', async () => {
  const company = await make.company({ employees: 1 })
  const sid = await make.session(company.owner.account)
  const sales = await make.department(company.id, { name: '店铺运营' })
  const line = await make.line(company, { name: '东京-01', bound: true })
  const group = await make.lineGroup(company.id, { lines: [line.id] })
  await creditService(system, { companyId: company.id, days: 100, kind: 'gift', note: '' })
  const content = { name: '日本运营', dept_id: sales.id, days: 30, device_limit: 3, group_ids: [group.id] }
  const { template_id } = (await call('setTemplate', content, { sid })).data
  const preview = async (count: number) => {
    const rows = Array.from({ length: count }, (_, place) => [newPhone(), `新人${place}`])
    const sheet = await writeXlsxFile([['手机号', '姓名'], ...rows]).toBuffer()
    const form = new FormData()
    form.append('sid', sid)
    form.append('file', new Blob([new Uint8Array(sheet)]), '员工.xlsx')
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const { path } = contract.previewEmployeeImport
    const { body } = await portal.post(path, Buffer.from(await encoded.arrayBuffer()), { headers })
    return (JSON.parse(body) as { data: OutputOf<'previewEmployeeImport'> }).data
  }
  const progress = async (import_id: string) => (await call('getEmployeeImport', { import_id }, { sid })).data
  const finished = async (import_id: string) => {
    await expect.poll(async () => (await progress(import_id)).state, { timeout: 60_000 }).toBe('done')
    return progress(import_id)
  }
  const { import_id } = await preview(2)
  const input = { import_id, invite: false, template_id }
  // A template that was deleted meanwhile, or of another company, is refused while the sheet can still be imported without it.
  const stranger = await make.session((await make.company()).owner.account)
  const theirs = (await call('setTemplate', { ...content, dept_id: null, group_ids: [] }, { sid: stranger })).data
  for (const unknown of [randomUUID(), theirs.template_id]) {
    const gone = { ...input, template_id: unknown }
    expect((await call('commitEmployeeImport', gone, { sid })).code).toBe(-47050)
    expect((await call('planAccess', { call: 'commitEmployeeImport', input: gone }, { sid })).code).toBe(-47050)
  }
  expect((await progress(import_id)).state).toBe('previewed')
  const plan = await call('planAccess', { call: 'commitEmployeeImport', input }, { sid })
  expect(plan.data).toMatchObject({
    gained: { people: 0 },
    joining: { people: 2, list: [{ name: '新人0', lines: 1, line_names: ['东京-01'] }, { name: '新人1' }] },
    undoable: true,
  })
  // A plan adds nobody, and the import can still be started.
  expect((await progress(import_id)).state).toBe('previewed')
  expect((await call('getCompanyUserList', { keyword: '新人' }, { sid })).data.total).toBe(0)
  expect((await call('commitEmployeeImport', input, { sid })).code).toBe(200)
  expect(await finished(import_id)).toMatchObject({ added: 2, untemplated: 0 })
  const assets = z.object({ device_limit: z.int(), reserved_days: z.int(), department_id: z.string() })
  const rows = await system.rows(assets)`
    select device_limit, reserved_days, department_id from employee where company_id = ${company.id} and name like '新人%'`
  expect(rows).toEqual(Array(2).fill({ device_limit: 3, reserved_days: 30, department_id: sales.id }))
  // The balance has 40 days left, which two more people would exceed: they are added without the template.
  const second = await preview(2)
  await call('commitEmployeeImport', { ...input, import_id: second.import_id }, { sid })
  expect(await finished(second.import_id)).toMatchObject({ added: 2, untemplated: 2 })
})
