import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { openOnClick } from './row-keys.ts'

test('a row that leads nowhere may be clicked', async () => {
  const clicked = vi.fn(openOnClick)
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: the click of a row is an extra
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys belong to the list
    <div onClick={event => clicked(event)}>
      <p>没有链接</p>
    </div>,
  )
  await userEvent.click(screen.getByText('没有链接'))
  expect(clicked).toHaveBeenCalledOnce()
})
