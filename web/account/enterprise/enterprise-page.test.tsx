import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage } from '#web/testing/open-page.tsx'

test('an answer of the provider in another tab says so, and leaves nothing of it in the address', async () => {
  const { calls } = openPage('/enterprise?code=c1&state=company.x')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/请重新开始，并在同一个标签页里完成/)
  expect(location.search).toBe('')
  expect(calls('completeCompanySignIn')).toEqual([])
})

test('the entry of a company shows the form alone', async () => {
  openPage('/enterprise?company=x')
  await screen.findByRole('heading', { name: '企业登录' })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(location.search).toBe('?company=x')
})
