import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('what is no sheet, or one without the columns, is refused in words', async () => {
  const { user, calls, answers } = openPage('/control/addemployee?way=import')
  const input = await screen.findByLabelText('员工表格')
  const upload = (name: string) => user.upload(input, new File(['content'], name))
  const problem = async (text: string) =>
    expect.poll(() => screen.queryByRole('alert')?.textContent ?? '').toContain(text)
  await upload('员工.csv')
  await problem('“员工.csv”不是 .xlsx 表格')
  expect(calls('previewEmployeeImport')).toEqual([])
  answers.previewEmployeeImport = refuse(-45003, '表格无法读取，请使用模板填写并保存为 .xlsx')
  await upload('图片.xlsx')
  await problem('表格无法读取，请使用模板填写并保存为 .xlsx')
  answers.previewEmployeeImport = refuse(-45004, '表格缺少列：', '手机号')
  await upload('别的.xlsx')
  await problem('表格缺少列：手机号')
})
