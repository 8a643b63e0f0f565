import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#web/data/session.ts'
import { openPage } from '#web/testing/open-page.tsx'

const open = (phone = '13800000001') => {
  // Simulates the state after a login.
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone(phone)
  return openPage('/control/addemployee', { addCompanyUser: { added: 1, results: [] } })
}
const typed = async () => (await screen.findByLabelText<HTMLInputElement>('姓名')).value

async function type() {
  const { user } = open()
  await user.type(await screen.findByLabelText('手机号'), '13900001111')
  await user.type(screen.getByLabelText('姓名'), '王芳')
  return user
}
/** Simulates a reload: the storage stays, but nothing of the page. */
const again = (phone?: string) => {
  cleanup()
  open(phone)
}

test('a draft survives a reload and the end of the session, and is deleted once sent', async () => {
  await type()
  session.invalidate()
  again()
  expect(await typed()).toBe('王芳')
  cleanup()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '添加员工' }))
  await expect.poll(() => location.pathname).toBe('/control/employeetime')
  again()
  expect(await typed()).toBe('')
})

test('signing out deletes the draft, and another person does not see it', async () => {
  await type()
  session.forget()
  again()
  expect(await typed()).toBe('')
  cleanup()
  await type()
  session.invalidate()
  again('13800000009')
  expect(await typed()).toBe('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('王芳')
})

test('what a person is given besides begins at its first field, although its button goes away', async () => {
  sessionStorage.clear()
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: '各人另给时长、设备上限与专线组' }))
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('时长（天）'))
})
