import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, refuse } from '#web/testing/open-page.tsx'

test('an incomplete link says what to do', async () => {
  openPage('/invitation/abc', { getInvitation: refuse(-41003, '邀请不正确', 'invitation') })
  await screen.findByRole('heading', { level: 1, name: '邀请链接不完整' })
})

test('an unknown or expired link says what to do', async () => {
  openPage(`/invitation/${'x'.repeat(32)}`, { getInvitation: refuse(-47020, '邀请已失效') })
  await screen.findByRole('heading', { level: 1, name: '邀请已失效' })
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/?sign=1')
})
