import { expect, test } from 'vitest'
import { fakeBrowser } from '../testing/browser.ts'

test.each([
  ['?code=HYL666', 'HYL666'],
  ['?code=abc12', null],
  ['?code=<script>', null],
  ['', null],
])('an address with %j keeps the invite code %s', async (search, kept) => {
  const { local } = fakeBrowser()
  const { storeInviteCode } = await import('./invite-code.ts')
  storeInviteCode(search)
  expect(local.getItem('invite_code')).toBe(kept)
})
