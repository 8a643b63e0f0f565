import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'

const self = { operator_id: newId(), roles: ['support' as const], totp: true }

test('the codes that are left are counted, and new ones are shown once', async () => {
  const codes = Array.from({ length: 10 }, (_, each) => `code-${each}`)
  let left = 2
  const { user, calls } = openOffice('/operations/account', ['support'], {
    getSelf: self,
    getOwnRecoveryCodes: () => ({ left }),
    renewOwnRecoveryCodes: () => {
      left = 10
      return { recovery_codes: codes }
    },
  })
  const card = within(await screen.findByRole('region', { name: '恢复码' }))
  expect(await card.findByText(/还有 2 个没用过，请重新生成/)).toBeTruthy()
  await user.click(card.getByRole('button', { name: '重新生成' }))
  const question = within(await screen.findByRole('dialog', { name: '重新生成恢复码' }))
  await user.click(question.getByRole('button', { name: '重新生成' }))
  const shown = await screen.findByRole('dialog', { name: '请保存恢复码' })
  for (const code of codes) expect(shown.textContent).toContain(code)
  expect(calls('renewOwnRecoveryCodes')).toHaveLength(1)
  await user.click(within(shown).getByRole('button', { name: '已保存' }))
  await waitFor(() => expect(card.getByText(/还有 10 个没用过/)).toBeTruthy())
})

test('without an authenticator there are no recovery codes to count', async () => {
  const { calls } = openOffice('/operations/account', ['support'], { getSelf: { ...self, totp: false } })
  await screen.findByRole('heading', { name: /动态验证器/ })
  expect(screen.queryByRole('heading', { name: '恢复码' })).toBeNull()
  expect(calls('getOwnRecoveryCodes')).toEqual([])
})
