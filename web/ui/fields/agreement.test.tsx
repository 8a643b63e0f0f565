import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Agreement } from './agreement.tsx'

vi.mock('../terms-dialog.ts', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

test('an agreement whose dialog does not come says so, and can be asked for again', async () => {
  render(<Agreement name="type" ticked={false} problem={undefined} onChange={() => {}} />)
  await userEvent.click(screen.getByRole('button', { name: '《用户服务协议》' }))
  await screen.findByText(/^没有加载成功，请检查网络/)
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})
