import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

test('while it is loading it takes no click, submits no form and keeps the focus', async () => {
  const user = userEvent.setup()
  const [clicked, submitted] = [vi.fn(), vi.fn()]
  const form = (loading: boolean) => (
    <form
      onSubmit={event => {
        event.preventDefault()
        submitted()
      }}
    >
      <input aria-label="名称" />
      <Button type="submit" loading={loading} onClick={clicked}>
        保存
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect([clicked, submitted].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  rerender(form(true))
  const button = screen.getByRole('button', { name: '保存', busy: true })
  expect(document.activeElement).toBe(button)
  await user.click(button)
  await user.type(screen.getByRole('textbox', { name: '名称' }), 'x{Enter}')
  expect([clicked, submitted].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('with an address it is a link, which a disabled one does not follow', async () => {
  const user = userEvent.setup()
  const clicked = vi.fn((event: { preventDefault(): void }) => event.preventDefault())
  const { rerender } = render(
    <Button href="/help" target="_blank" onClick={clicked}>
      帮助
    </Button>,
  )
  const link = screen.getByRole('link', { name: '帮助' })
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/help', '_blank'])
  await user.click(link)
  rerender(
    <Button href="/help" disabled onClick={clicked}>
      帮助
    </Button>,
  )
  await user.click(screen.getByText('帮助'))
  expect(screen.getByText('帮助').closest('a')?.hasAttribute('href')).toBe(false)
  expect(clicked).toHaveBeenCalledTimes(1)
})
