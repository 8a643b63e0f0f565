import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { expect, test } from 'vitest'
import { captchaProblem } from '#contract/rules.ts'
import { ruled } from '../form-rules.ts'
import { CodeInput } from './code-input.tsx'

test('the code is not called missing when the field is left to request it, but is when it is sent', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const said: string[] = []
  render(
    <Form onFieldsChange={changed => said.push(...changed.flatMap(({ errors = [] }) => errors))}>
      <Form.Item name="captcha" label="验证码" rules={[ruled(captchaProblem)]} validateTrigger="onBlur">
        <CodeInput send={() => {}} label="获取验证码" disabled={false} />
      </Form.Item>
      <button type="submit">确认</button>
    </Form>,
  )
  const field = screen.getByLabelText('验证码')
  await user.click(field)
  await user.click(screen.getByRole('button', { name: '获取验证码' }))
  await user.type(field, '12')
  await user.tab()
  await screen.findByText('验证码为 6 位数字')
  expect(said).not.toContain('请输入验证码')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: '确认' }))
  await screen.findByText('请输入验证码')
})

test('a copied code is taken without what came along', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  render(
    <Form>
      <Form.Item name="captcha" label="验证码">
        <CodeInput send={() => {}} label="获取验证码" disabled={false} />
      </Form.Item>
    </Form>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('验证码')
  await user.click(field)
  await user.paste(' 602 561')
  expect(field.value).toBe('602561')
})
