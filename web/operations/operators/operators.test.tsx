import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import { refuse } from '#web/testing/open-page.tsx'

test('adding an operator asks for password and code, then resumes with the same input and key', async () => {
  let proved = false
  const { user, calls } = openOffice(
    '/operations/operators',
    ['owner'],
    {
      setOperator: () => (proved ? refuse(-53013, '已提交，等待另一位同事确认') : refuse(-41022, '请先再次验证身份')),
      reauthenticateOperator: ({ password, totp }) => {
        proved = password === 'Owner-9182-Blue' && totp === '123456'
        return proved ? {} : refuse(-53002, '动态验证码不正确，剩余尝试次数：', 4)
      },
    },
    { totp: true },
  )
  await user.click(await screen.findByRole('button', { name: '添加操作员' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('用户名'), 'lin.wen')
  await user.type(form.getByLabelText('姓名'), '林文')
  await user.click(form.getByRole('checkbox', { name: /^客服/ }))
  await user.click(form.getByRole('button', { name: '添加' }))

  const password = await screen.findByLabelText('登录密码')
  const proof = within(password.closest<HTMLElement>('[role=dialog]') ?? document.body)
  await user.type(password, 'Owner-9182-Blue')
  await user.type(proof.getByLabelText(/^验证器上的 6 位数字/), '000000')
  await user.click(proof.getByRole('button', { name: '继续' }))
  expect(await proof.findByText('动态验证码不正确，剩余尝试次数：4')).toBeDefined()
  expect(form.getByLabelText<HTMLInputElement>('姓名').value).toBe('林文')
  await user.clear(proof.getByLabelText(/^验证器上的 6 位数字/))
  await user.type(proof.getByLabelText(/^验证器上的 6 位数字/), '123456')
  await user.click(proof.getByRole('button', { name: '继续' }))

  expect(await screen.findByText('已提交，等待另一位同事确认')).toBeDefined()
  const [first, second, ...others] = calls('setOperator')
  expect(second).toEqual(first)
  expect(first?.key).toMatch(/^[\w-]{8,64}$/)
  expect(others).toEqual([])
})

test('cancelling the password dialog keeps the form as it was', async () => {
  const { user, calls } = openOffice('/operations/operators', ['owner'], {
    setOperator: () => refuse(-41022, '请先再次验证身份'),
  })
  await user.click(await screen.findByRole('button', { name: '添加操作员' }))
  const form = within(await screen.findByRole('dialog'))
  await user.type(form.getByLabelText('用户名'), 'lin.wen')
  await user.type(form.getByLabelText('姓名'), '林文')
  await user.click(form.getByRole('checkbox', { name: /^客服/ }))
  await user.click(form.getByRole('button', { name: '添加' }))
  const password = await screen.findByLabelText('登录密码')
  const proof = within(password.closest<HTMLElement>('[role=dialog]') ?? document.body)
  await user.click(proof.getByRole('button', { name: '取消' }))
  await expect.poll(() => screen.queryByLabelText('登录密码')).toBeNull()
  expect(form.getByLabelText<HTMLInputElement>('用户名').value).toBe('lin.wen')
  expect(calls('setOperator')).toHaveLength(1)
  expect(screen.queryByText('请先再次验证身份')).toBeNull()
})

test('the logins of a colleague who has some can be ended', async () => {
  const colleague = { operator_id: newId(), name: 'lin.wen', display_name: '林文', state: 'active' as const }
  const { user, calls } = openOffice('/operations/operators', ['owner'], {
    getOperatorList: {
      list: [
        { ...colleague, sessions: 2 },
        { ...colleague, operator_id: newId(), display_name: '何青', sessions: 0 },
      ],
      total: 2,
    },
  })
  const menuOf = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: `${name}的操作` }))
    return screen.findAllByRole('menuitem')
  }
  expect((await menuOf('何青')).map(({ textContent }) => textContent)).not.toContain('结束登录')
  await user.keyboard('{Escape}')
  await user.click((await menuOf('林文')).find(({ textContent }) => textContent === '结束登录') ?? expect.unreachable())
  const dialog = within(await screen.findByRole('dialog', { name: '结束登录' }))
  await user.click(dialog.getByRole('button', { name: '结束登录' }))
  await expect.poll(() => calls('endOperatorLogins')[0]?.input).toEqual({ operator_id: colleague.operator_id })
})
