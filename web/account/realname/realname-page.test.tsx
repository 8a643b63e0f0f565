import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

test('checks each field before anything is sent', async () => {
  const { user, calls } = openPage('/realname/yes')
  await user.click(await screen.findByRole('button', { name: '提交审核' }))
  for (const problem of [
    '请上传营业执照',
    '请输入企业名称',
    '请输入统一社会信用代码',
    '请选择所属行业',
    '请输入联系人姓名',
    '请输入身份证号',
  ])
    await screen.findByText(problem)
  const credit = screen.getByRole('textbox', { name: '统一社会信用代码' })
  await user.type(credit, '91440300maxx000012')
  await user.tab()
  // Upper case by itself; one character off the right check digit.
  expect(credit).toHaveProperty('value', '91440300MAXX000012')
  await screen.findByText('统一社会信用代码校验位不正确，请核对')
  await user.type(screen.getByRole('textbox', { name: '联系人身份证号' }), '440300198802300002')
  await user.tab()
  await screen.findByText('身份证号的出生日期不正确')
  expect(calls('wAuth')).toEqual([])
})
