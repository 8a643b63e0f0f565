import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { type Dayjs, dayjs } from './dayjs.ts'
import { MinutePicker } from './minute-picker.tsx'

const nextMonth = dayjs().add(1, 'month').startOf('month')
const day = (date: number) => nextMonth.date(date).format('YYYY-MM-DD')

interface FormProps {
  submit: () => void
  chosen: (string | undefined)[]
}

function Ending({ submit, chosen }: FormProps) {
  const [value, setValue] = useState<Dayjs | null>(null)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <MinutePicker
        aria-label="到期"
        usualTime="18:00"
        minDate={dayjs()}
        value={value}
        onChange={next => {
          chosen.push(next?.format('YYYY-MM-DD HH:mm'))
          setValue(next)
        }}
      />
      <button type="submit">保存</button>
    </form>
  )
}

function open() {
  const props = { submit: vi.fn(), chosen: [] }
  render(<Ending {...props} />)
  return { user: userEvent.setup(), field: screen.getByLabelText<HTMLInputElement>('到期'), ...props }
}

test('a day clicked in the calendar is kept when the next click is outside of it', async () => {
  const { user, field, chosen } = open()
  await user.click(field)
  await user.click(document.querySelector('.ant-picker-header-next-btn') ?? field)
  await user.click(document.querySelector(`[title="${day(5)}"]`) ?? field)
  await user.click(screen.getByText('保存'))
  await expect.poll(() => field.value).toBe(`${day(5)} 18:00`)
  expect(chosen).toEqual([`${day(5)} 18:00`])
})

test.each([
  ['Enter', '{Enter}'],
  ['Tab', '{Tab}'],
])('a day typed without a time gets the usual one by %s, and Enter does not submit the form yet', async (_, key) => {
  const { user, field, submit, chosen } = open()
  await user.click(field)
  await user.keyboard(day(6) + key)
  await expect.poll(() => field.value).toBe(`${day(6)} 18:00`)
  expect(submit).not.toHaveBeenCalled()
  await user.click(screen.getByText('保存'))
  expect(submit).toHaveBeenCalledOnce()
  expect(chosen.at(-1)).toBe(`${day(6)} 18:00`)
})

test('a typed day before the first that may be chosen is not taken', async () => {
  const { user, field, chosen } = open()
  await user.click(field)
  await user.keyboard('2026-01-01{Tab}')
  await expect.poll(() => field.value).toBe('')
  expect(chosen).toEqual([])
})
