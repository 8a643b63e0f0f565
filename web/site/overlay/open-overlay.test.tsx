import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('the backdrop closes with the click of a press that began there, so that a tap reaches no link beneath', async () => {
  // Another test's dialog has gone with its document.
  vi.resetModules()
  const { openOverlay } = await import('./open-overlay.tsx')
  openOverlay('login', '/control/company?trial')
  screen.getByText('登录后继续申请试用')
  const dialog = await screen.findByRole<HTMLDialogElement>('dialog')
  const field = screen.getByLabelText('登录账号')
  fireEvent.pointerDown(field)
  fireEvent.click(dialog)
  expect(dialog.open).toBe(true)
  fireEvent.pointerDown(dialog)
  expect(dialog.open).toBe(true)
  fireEvent.click(dialog)
  expect(dialog.open).toBe(false)
})
