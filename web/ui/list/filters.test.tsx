import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SearchFilter } from './filters.tsx'

test('what is typed before the address has the earlier search stays, and Back puts the earlier one into the field', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const onChange = vi.fn()
  const filter = (value?: string, cleared = 0) => (
    <SearchFilter label="姓名" value={value} onChange={onChange} cleared={cleared} />
  )
  const { rerender } = render(filter())
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  await user.type(field, '陈')
  await expect.poll(() => onChange.mock.lastCall).toEqual(['陈'])
  await user.type(field, '雨')
  rerender(filter('陈'))
  expect(field.value).toBe('陈雨')
  await expect.poll(() => onChange.mock.lastCall).toEqual(['陈雨'])
  rerender(filter('陈雨'))
  rerender(filter('陈'))
  expect(field.value).toBe('陈')
  await user.type(field, '明')
  rerender(filter(undefined, 1))
  expect(field.value).toBe('')
})
