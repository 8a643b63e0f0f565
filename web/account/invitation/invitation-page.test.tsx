import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#web/data/session.ts'
import { employee, openPage, refuse } from '#web/testing/open-page.tsx'

test('an incomplete link says what to do', async () => {
  openPage('/invitation/abc', { getInvitation: refuse(-41003, '邀请不正确', 'invitation') })
  await screen.findByRole('heading', { level: 1, name: '邀请链接不完整' })
})

test('an incomplete link leads whoever is logged in to their own page instead of the login', async () => {
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000002')
  openPage('/invitation/abc', { ...employee, getInvitation: refuse(-41003, '邀请不正确', 'invitation') })
  await screen.findByRole('heading', { level: 1, name: '邀请链接不完整' })
  expect(screen.getByRole('link', { name: '查看个人信息' }).getAttribute('href')).toBe('/personaldetails')
  expect(screen.queryByRole('link', { name: '去登录' })).toBeNull()
})

test('an unknown or expired link says what to do', async () => {
  openPage(`/invitation/${'x'.repeat(32)}`, { getInvitation: refuse(-47020, '邀请已失效') })
  await screen.findByRole('heading', { level: 1, name: '邀请已失效' })
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe('/?sign=1')
})

test('whoever has accepted and opens the link once more is led to their own page', async () => {
  localStorage.setItem('token', 'x'.repeat(43))
  session.setPhone('13800000002')
  openPage(`/invitation/${'x'.repeat(32)}`, { ...employee, getInvitation: refuse(-47020, '邀请已失效') })
  await screen.findByRole('heading', { level: 1, name: /已经用过/ })
  expect(screen.getByRole('link', { name: '查看个人信息' }).getAttribute('href')).toBe('/personaldetails')
  expect(screen.queryByText('邀请已失效')).toBeNull()
})
