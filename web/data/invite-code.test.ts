import { expect, test } from 'vitest'
import { fakeBrowser } from '../testing/browser.ts'

test.each([
  ['HYL666', 'HYL666'],
  ['abc12', null],
  ['<script>', null],
  ['', null],
])('the invite code %j in an address is stored as %s', async (code, kept) => {
  const { local } = fakeBrowser()
  const { storeInviteCode } = await import('./invite-code.ts')
  storeInviteCode(code)
  expect(local.getItem('invite_code')).toBe(kept)
})
