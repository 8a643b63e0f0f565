import { expect, test } from 'vitest'
import type { SheetData } from 'write-excel-file/node'
import writeXlsxFile from 'write-excel-file/node'
import { contract, type OutputOf } from '#contract/index.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make } = portal

test('columns that are not read are pointed out, with the name that was probably meant', async () => {
  const company = await make.company({})
  const sid = await make.session(company.owner.account)
  async function preview(rows: SheetData) {
    const form = new FormData()
    form.append('sid', sid)
    form.append('file', new Blob([new Uint8Array(await writeXlsxFile(rows).toBuffer())]), '员工.xlsx')
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const { path } = contract.previewEmployeeImport
    const { body } = await portal.post(path, Buffer.from(await encoded.arrayBuffer()), { headers })
    return JSON.parse(body) as { code: number; data: OutputOf<'previewEmployeeImport'> }
  }
  const phone = newPhone()
  const { data } = await preview([
    ['手机号', '姓名*', '所属部门', '序号', '姓 名', null, '设备数'],
    [phone, '李雷', '销售部', 1, '李磊', '没有列名的', 2],
  ])
  expect(data.rows).toMatchObject([{ phone, name: '李雷', dept_path: '' }])
  expect(data.unread_columns).toEqual([
    { title: '所属部门', repeated: false, nearest: '部门' },
    { title: '序号', repeated: false, nearest: null },
    { title: '姓 名', repeated: true, nearest: null },
    { title: '第 6 列（没有列名）', repeated: false, nearest: null },
    { title: '设备数', repeated: false, nearest: null },
  ])
  expect(
    (
      await preview([
        ['手机号', '姓名'],
        [phone, '李雷'],
      ])
    ).data.unread_columns,
  ).toEqual([])
  const lacking = await preview([
    ['手机', '姓名'],
    [phone, '李雷'],
  ])
  expect(lacking).toMatchObject({ code: -47011, data: '手机号（表格里有“手机”）' })
})
