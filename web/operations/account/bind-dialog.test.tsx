import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

// The first binding unlocks all other pages, so the page that began it is replaced while the codes are shown.
test('the recovery codes of the first binding stay until they are confirmed as kept', async () => {
  const self = { operator_id: newId(), roles: ['owner' as const], totp: false, must_bind: true }
  const codes = Array.from({ length: 10 }, (_, each) => `code-${each}`)
  let bound = false
  const { user, calls } = openOffice('/operations', ['owner'], {
    getSelf: () => (bound ? { ...self, totp: true, must_bind: false } : self),
    beginTotp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP' },
    bindTotp: () => {
      bound = true
      return { recovery_codes: codes }
    },
  })
  await user.click(await screen.findByRole('button', { name: /^绑\s?定$/ }))
  const binding = within(await screen.findByRole('dialog', { name: '绑定动态验证器' }))
  await user.type(binding.getByLabelText('登录密码'), 'demo1234')
  await user.click(binding.getByRole('button', { name: '下一步' }))
  await user.type(await binding.findByLabelText('验证器上的 6 位数字'), '123456')
  const requests = calls('getSelf').length
  await user.click(binding.getByRole('button', { name: '确认绑定' }))
  const shown = await screen.findByRole('dialog', { name: '请保存恢复码' })
  await waitFor(() => expect(calls('getSelf').length).toBeGreaterThan(requests))
  // The menu's pages have replaced the account's.
  await waitFor(() => expect(screen.queryByText(/绑定后才能使用其他功能/)).toBeNull())
  expect(shown.isConnected).toBe(true)
  await user.keyboard('{Escape}')
  for (const code of codes) expect(shown.textContent).toContain(code)
  await user.click(within(shown).getByRole('button', { name: '已保存' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '请保存恢复码' })).toBeNull())
})

test('neither the old code nor a recovery code is written down when it is typed', async () => {
  const { user } = openOffice('/operations/account', ['owner'], {
    getSelf: { operator_id: newId(), roles: ['owner'], totp: true },
    beginTotp: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/a?secret=JBSWY3DPEHPK3PXP' },
  })
  await user.click(await screen.findByRole('button', { name: '重新绑定' }))
  const binding = within(await screen.findByRole('dialog', { name: '绑定动态验证器' }))
  await user.type(binding.getByLabelText('登录密码'), 'demo1234')
  await user.click(binding.getByRole('button', { name: '下一步' }))
  await user.type(await binding.findByLabelText(/原验证器上的 6 位数字/), 'abcd-efgh')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('abcd')
})
