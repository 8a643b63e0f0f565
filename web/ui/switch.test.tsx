import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { expect, test } from 'vitest'
import { Switch } from './switch.tsx'

const setup = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })

test('while its choice is being saved a switch keeps the focus and takes no other choice', async () => {
  const user = setup()
  const chosen: boolean[] = []
  const choose = (on: boolean) => chosen.push(on)
  const { rerender } = render(<Switch aria-label="启用" checked={false} onChange={choose} />)
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: '启用' })
  act(() => toggle.focus())
  await user.keyboard(' ')
  expect(chosen).toEqual([true])
  // A page that saves one setting at a time disables all of them meanwhile.
  rerender(<Switch aria-label="启用" checked={false} loading disabled onChange={choose} />)
  await user.keyboard(' ')
  await user.click(toggle)
  expect(chosen).toEqual([true])
  expect(document.activeElement).toBe(toggle)
  expect(toggle.getAttribute('aria-busy')).toBe('true')
  rerender(<Switch aria-label="启用" checked onChange={choose} />)
  expect(toggle.checked).toBe(true)
  await user.keyboard(' ')
  expect(chosen).toEqual([true, false])
})

test('a disabled switch takes nothing', async () => {
  const chosen: boolean[] = []
  render(<Switch aria-label="启用" disabled onChange={on => chosen.push(on)} />)
  await setup().click(screen.getByRole('switch'))
  expect(chosen).toEqual([])
})

test('a switch in a form has the name of its label, its hint, and the value of its field', async () => {
  const user = setup()
  let sent: unknown
  render(
    <Form
      initialValues={{ force: true }}
      onFinish={values => {
        sent = values
      }}
    >
      <Form.Item name="force" label="强制更新" valuePropName="checked" extra="低于这个版本的客户端必须更新">
        <Switch />
      </Form.Item>
      <button type="submit">保存</button>
    </Form>,
  )
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: '强制更新' })
  expect(toggle.checked).toBe(true)
  await user.click(screen.getByText('强制更新'))
  expect(toggle.checked).toBe(false)
  await user.click(screen.getByRole('button', { name: '保存' }))
  await expect.poll(() => sent).toEqual({ force: false })
})
