import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { sweep } from '#server/app/sweep.ts'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
let company: TestCompany
let sid: string
beforeAll(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
  const sales = await make.department(company.id, { name: '运营中心' })
  const amazon = await make.department(company.id, { name: '亚马逊事业部', parentId: sales.id })
  await make.employee(company.id, { name: '=HYPERLINK("http://x")', jobNumber: '@SUM(1)', departmentId: amazon.id })
  await make.employee(company.id, {
    name: '<b>&"王芳"',
    jobNumber: '007',
    serviceEndsAt: new Date(Date.now() + 9.5 * 86_400_000),
  })
  await make.employee((await make.company()).id, { name: '别家的人' })
})

async function fetched(url: string) {
  const { statusCode, rawPayload, headers } = await portal.app.inject({ url })
  expect([statusCode, headers['content-disposition']?.toString().startsWith('attachment')]).toEqual([200, true])
  return rawPayload
}
async function read(url: string) {
  const reading = await readFirstSheet('owner', await fetched(url), 100)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.rows
}

test('the filtered people are exported as a sheet behind a signed URL, with texts as texts', async () => {
  const { code, data } = await call('exportCompanyUsers', {}, { sid })
  expect([code, data.rows]).toEqual([200, 3])
  expect(data.file_name).toMatch(/^员工-\d{4}-\d\d-\d\d\.xlsx$/)
  const [headings = [], ...rows] = await read(data.url)
  expect(headings.slice(0, 7)).toEqual(['手机号', '姓名', '工号', '职位', '部门', '角色', '状态'])
  expect(rows.map(row => row.slice(1, 7))).toEqual([
    ['<b>&"王芳"', '007', '', '', '员工', '在职'],
    ['=HYPERLINK("http://x")', '@SUM(1)', '', '运营中心 / 亚马逊事业部', '员工', '在职'],
    [expect.stringContaining('员工'), '', '', '', '所有者', '在职'],
  ])
  expect(rows[0]?.[headings.indexOf('剩余天数')]).toBe('10')
  expect(rows.map(row => row[headings.indexOf('实名')])).toEqual(['经企业认证', '经企业认证', '本人已通过实名认证'])
  expect(await call('exportCompanyUsers', { keyword: '王芳' }, { sid })).toMatchObject({ data: { rows: 1 } })
})

test('a value that other programs would run as a formula is escaped', async () => {
  const { data } = await call('exportCompanyUsers', {}, { sid })
  const { default: readAll } = await import('read-excel-file/universal')
  const [sheet] = await readAll(new Blob([new Uint8Array(await fetched(data.url))]))
  expect(sheet?.data.flat()).toContain(`'=HYPERLINK("http://x")`)
  expect(sheet?.data.flat()).toContain(`'@SUM(1)`)
})

test('the template has the columns of the import and the company’s departments', async () => {
  const { data } = await call('getEmployeeImportTemplate', {}, { sid })
  expect(await read(data.url)).toEqual([['手机号', '姓名', '工号', '职位', '部门', '时长（天）', '设备上限', '专线组']])
  const { default: readAll } = await import('read-excel-file/universal')
  const sheets = await readAll(new Blob([new Uint8Array(await fetched(data.url))]))
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['员工', '部门清单', '专线组清单', '填写说明'])
  expect(sheets[1]?.data).toEqual([['可填写的部门'], ['运营中心'], ['运营中心 / 亚马逊事业部']])
})

test('the file requires a signed URL and is deleted after a day', async () => {
  const { data } = await call('exportCompanyUsers', {}, { sid })
  expect((await portal.app.inject({ url: data.url.replace(/signature=.*/, 'signature=x') })).statusCode).toBe(403)
  const id = /files\/([\w-]+)/.exec(data.url)?.[1] ?? ''
  const file = await system.row(
    z.object({ storage_key: z.string() }),
  )`select storage_key from stored_file where id = ${id}`
  await system.change`update stored_file set created_at = now() - interval '25 hours' where id = ${id}`
  const before = await system.row(z.object({ count: z.int() }))`select count(*) as count from stored_file`
  await sweep(services, { log: services.log, stopping: new AbortController().signal })
  const after = await system.row(z.object({ count: z.int() }))`select count(*) as count from stored_file`
  expect((before?.count ?? 0) - (after?.count ?? 0)).toBe(1)
  expect(await services.storage.get(file?.storage_key ?? 'none/none')).toBeUndefined()
  expect((await portal.app.inject({ url: data.url })).statusCode).toBe(404)
})
