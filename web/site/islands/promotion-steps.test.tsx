import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { mountPromotion } from './promotion.tsx'
import { ContactStep } from './promotion-steps.tsx'

test('industries that did not come are asked for again', async () => {
  let lost = true
  vi.stubGlobal('fetch', async () => {
    if (lost) throw new TypeError('Failed to fetch')
    return Response.json({ code: 200, msg: '成功', data: { list: [{ industry_id: 'i1', name: '跨境电商' }] } })
  })
  render(<ContactStep values={{ industry_id: '', size: '', contact_name: '' }} next={() => {}} />)
  await screen.findByText(/^行业没有加载成功/)
  lost = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByRole('option', { name: '跨境电商' })
  expect(screen.queryByText(/^行业没有加载成功/)).toBeNull()
})

test('a company that was registered meanwhile leads back to its code, with the reason beside it', async () => {
  const reason = '该企业已注册，请联系企业管理员添加您为员工'
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.endsWith('/channelRegister')) return Response.json({ code: -42004, msg: reason, data: null })
    const data = url.endsWith('/getIndustryList') ? { list: [{ industry_id: 'i1', name: '跨境电商' }] } : {}
    return Response.json({ code: 200, msg: '成功', data })
  })
  const place = document.body.appendChild(document.createElement('div'))
  act(() => mountPromotion(place))
  const user = userEvent.setup()
  const type = async (label: RegExp, text: string) => user.type(await screen.findByLabelText(label), text)
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  await type(/企业名称/, '深圳市蓝帆有限公司')
  await type(/统一社会信用代码/, '91440300MAXX000013')
  await press('下一步')
  await screen.findByRole('option', { name: '跨境电商' })
  await user.selectOptions(screen.getByLabelText(/所属行业/), 'i1')
  await user.selectOptions(screen.getByLabelText(/企业规模/), '1-20人')
  await type(/联系人姓名/, '林海舟')
  await press('下一步')
  await type(/手机号/, '13800000001')
  await type(/验证码/, '123456')
  await type(/^密码/, 'Blue-Sail-7')
  await user.click(screen.getByRole('checkbox'))
  await press('提交注册')
  const code = await screen.findByLabelText<HTMLInputElement>(/统一社会信用代码/)
  await expect.poll(() => code.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(code)
  expect(document.querySelector('.account-form')?.textContent).toContain(reason)
})
