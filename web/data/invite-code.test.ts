import { expect, test } from 'vitest'
import { fakeBrowser } from '../testing/browser.ts'

test.each([
  ['HYL666', 'HYL666'],
  ['abc12', null],
  ['<script>', null],
  ['', null],
])('the code %j of an address is kept as the invite code %s', async (code, kept) => {
  const { local } = fakeBrowser()
  const { storeInviteCode } = await import('./invite-code.ts')
  storeInviteCode(code)
  expect(local.getItem('invite_code')).toBe(kept)
})
