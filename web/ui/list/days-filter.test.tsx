import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { updateServerTime } from '#web/data/server-time.ts'
import { DaysFilter, type DaysFilterProps } from './days-filter.tsx'

test('west of China the present Chinese day can be chosen', async () => {
  // The tests run in UTC, where it is still the 26th.
  vi.useFakeTimers({ now: new Date('2026-11-26T20:00:00Z'), toFake: ['Date'] })
  // An earlier test may have met a server whose clock is ahead.
  updateServerTime(new Date().toUTCString(), Date.now(), Date.now())
  const onChange = vi.fn<DaysFilterProps['onChange']>()
  const { container } = render(<DaysFilter label="下单日期" from={undefined} to={undefined} onChange={onChange} />)
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  await user.click(within(container).getAllByRole('textbox')[0] as HTMLElement)
  const today = await screen.findByTitle('2026-11-27')
  expect(today.className).not.toContain('disabled')
  expect(screen.getByTitle('2026-11-28').className).toContain('disabled')
  await user.click(screen.getByText('最近 7 天'))
  expect(onChange).toHaveBeenCalledWith({ from: '2026-11-21', to: '2026-11-27' })
})
