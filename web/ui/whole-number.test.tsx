import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { between } from './whole.ts'
import { WholeNumber } from './whole-number.tsx'

const setup = () => userEvent.setup({ delay: null, pointerEventsCheck: 0 })

function Field({ changed }: { changed: (number: number | null) => void }) {
  const [value, setValue] = useState<number | null>(5)
  return (
    <WholeNumber
      aria-label="人数"
      suffix="人"
      value={value}
      onChange={next => {
        changed(next)
        setValue(next)
      }}
    />
  )
}

test('what was typed stays, also where it is no number, and its number is told', async () => {
  const user = setup()
  const changed: (number | null)[] = []
  render(<Field changed={number => changed.push(number)} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: '人数' })
  await user.clear(field)
  await user.type(field, '1,０00')
  expect([field.value, changed.at(-1)]).toEqual(['1,０00', 1000])
  await user.tab()
  expect(field.value).toBe('1000')
  await user.clear(field)
  await user.type(field, '-3')
  await user.tab()
  expect([field.value, changed.at(-1)]).toEqual(['-3', Number.NaN])
  await user.clear(field)
  expect(changed.at(-1)).toBeNull()
})

test('keys and buttons change it in steps, not below zero, and another value replaces what was typed', async () => {
  const user = setup()
  const changed: (number | null)[] = []
  render(<Field changed={number => changed.push(number)} />)
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: '人数' })
  await user.click(screen.getByRole('button', { name: '增加' }))
  expect(document.activeElement).toBe(field)
  await user.keyboard('{ArrowUp}{ArrowDown}{ArrowDown}')
  expect([field.value, field.getAttribute('aria-valuenow')]).toEqual(['5', '5'])
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: '减少' }))
  expect(field.value).toBe('0')
  expect(changed).toEqual([6, 7, 6, 5, null, 0])
})

test('in a form it has the name of its label, shows a problem, and Enter submits', async () => {
  const user = setup()
  const sent: unknown[] = []
  render(
    <Form initialValues={{ days: 30 }} onFinish={values => sent.push(values)}>
      <Form.Item name="days" label="天数" rules={[{ required: true, message: '请输入天数' }, between(1, 90, '天')]}>
        <WholeNumber suffix="天" />
      </Form.Item>
    </Form>,
  )
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: '天数' })
  await user.clear(field)
  await user.keyboard('{Enter}')
  await screen.findByText('请输入天数')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await user.type(field, '两周{Enter}')
  await screen.findByText('请输入 1 到 90 天')
  await user.clear(field)
  await user.type(field, '45{Enter}')
  await expect.poll(() => sent).toEqual([{ days: 45 }])
})
