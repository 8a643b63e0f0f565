import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { employee, openPage } from '#web/testing/open-page.tsx'

test('consents are listed, and withdrawing the ID number’s one first says what follows', async () => {
  const input = { version: '2026-11', given_at: '2026-11-20T00:00:00.000Z', withdrawn_at: null }
  const { user, calls } = openPage('/personaldetails', {
    ...employee,
    getConsents: {
      list: [
        { kind: 'terms', ...input },
        { kind: 'identity', ...input },
      ],
    },
  })
  const card = within(await screen.findByRole('region', { name: '我的同意' }))
  await card.findByText('用户服务协议与隐私协议')
  await user.click(card.getByRole('button', { name: '撤回对处理身份证号的同意' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/姓名与证件号立即删除/)
  await user.click(dialog.getByRole('button', { name: '撤回并删除' }))
  await waitFor(() => expect(calls('withdrawConsent')).toEqual([{ kind: 'identity' }]))
})
