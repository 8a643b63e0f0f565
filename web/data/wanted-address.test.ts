import { beforeEach, describe, expect, test } from 'vitest'
import { fakeBrowser } from '#web/testing/browser.ts'
import { forgetWanted, keepWanted, wantedAddress } from './wanted-address.ts'

const origin = 'https://m.example.com'
const at = (address: string) => new URL(address, origin) as unknown as Location
let browser: ReturnType<typeof fakeBrowser>

beforeEach(() => {
  browser = fakeBrowser()
})

test.each(['/personaldetails', '/control/orderrecord?state=pending&page=2', '/realname/no#reason'])(
  '%s is opened after the login',
  address => {
    keepWanted(at(address))
    expect(wantedAddress(origin)).toBe(address)
    forgetWanted()
    expect(wantedAddress(origin)).toBeUndefined()
  },
)

// Guard: wantedAddress compares the origin, and checks that the page needs a login at all.
describe('an address stored by somebody else is ignored', () => {
  test.each([
    'https://evil.example/personaldetails',
    '//evil.example/personaldetails',
    '/\\evil.example/control',
    'javascript:alert(1)',
    '/help',
    '/operations/dashboard',
    '',
  ])('%s', address => {
    browser.tab.setItem('hyl_wanted', address)
    expect(wantedAddress(origin)).toBeUndefined()
  })
})
