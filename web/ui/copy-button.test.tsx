import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { CopyButton } from './copy-button.tsx'

test('where the browser has no clipboard, as on an address without https, the button says that it failed', async () => {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  render(<CopyButton text="hyl_1" label="密钥" />)
  const button = screen.getByRole('button', { name: '复制密钥' })
  await user.click(button)
  await screen.findByText('已复制密钥')
  expect(await navigator.clipboard.readText()).toBe('hyl_1')
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  await user.click(button)
  await screen.findByText('复制失败，请手动选择后复制')
})
