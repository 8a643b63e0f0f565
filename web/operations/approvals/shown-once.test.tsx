import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ShownOnce } from './shown-once.tsx'

test('half of a password is closed by its button alone', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const close = vi.fn()
  render(<ShownOnce text="Kx7-half" close={close} />)
  await screen.findByText('Kx7-half')
  expect(screen.queryByRole('button', { name: /close|关闭/i })).toBeNull()
  await user.keyboard('{Escape}')
  expect(close).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: '我已记下' }))
  expect(close).toHaveBeenCalledOnce()
})
