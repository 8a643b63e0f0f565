import { describe, expect, test } from 'vitest'
import { hashTarget } from '#web/data/hash-target.ts'
import { mobileAddress, promotionCodeIn, requestedPanel } from './address.ts'
import { isMobile } from './system.ts'

const hosts = { 'www.example.com': 'm.example.com', 'm.example.com': 'm.example.com' }
const at = (address: string) => new URL(address) as unknown as Location

describe('mobileAddress', () => {
  test.each([
    ['https://www.example.com/?code=HYL666', 'https://m.example.com/cusgroup?code=HYL666'],
    ['https://www.example.com/promotion/HYL666?code=hyl777', 'https://m.example.com/cusgroup?code=hyl777'],
    ['https://www.example.com/help?code=a%26b', 'https://m.example.com/cusgroup?code=a%26b'],
    ['https://www.example.com/?code=', 'https://m.example.com/#/?code='],
    ['https://www.example.com/#/download', 'https://m.example.com/#/download'],
    ['https://www.example.com/help/a', 'https://m.example.com/#/help/a'],
    ['https://www.example.com/help/a#steps', 'https://m.example.com/#/help/a#steps'],
    ['https://www.example.com/invitation/abc-_1', 'https://m.example.com/#/invitation/abc-_1'],
    [
      'https://www.example.com/control/orderrecord?state=pending',
      'https://m.example.com/#/control/orderrecord?state=pending',
    ],
    ['https://www.example.com/?sign=1', 'https://m.example.com/#/?sign=1'],
    ['https://www.example.com/?a=1#/scene?name=x', 'https://m.example.com/#/scene?name=x'],
    ['http://www.example.com/', 'http://m.example.com/'],
    // Visitors remain on a host that has no entry or is its own mobile site.
    ['https://example.org/?code=HYL666', undefined],
    ['https://m.example.com/', undefined],
    ['https://constructor/', undefined],
  ])('%s → %s', (from, to) => {
    expect(mobileAddress(at(from), hosts)).toBe(to)
  })

  // The browser keeps the other half of the sign-in on the mobile site's host, where the answer has to arrive unchanged.
  test.each(['code=0.AXcA~-_.%2F&state=a.b', 'code=SplxlO&state=a.b', 'error=access_denied&state=a.b'])(
    'an identity provider’s answer with %s reaches the page on the mobile site’s host',
    query => {
      const there = new URL(mobileAddress(at(`https://www.example.com/enterprise?${query}`), hosts) ?? '')
      expect(there.host).toBe('m.example.com')
      expect(hashTarget(there.hash)).toBe(`/enterprise?${query}`)
      expect(promotionCodeIn(at(`https://m.example.com/enterprise?${query}`))).toBeUndefined()
    },
  )
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 0, false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel Tablet) Chrome/130', 5, true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130', 10, false],
])('%s with %d touch points: %s', (agent, touchPoints, mobile) => {
  expect(isMobile(agent, touchPoints)).toBe(mobile)
})

test.each([
  ['', undefined],
  ['sign=1', 'login'],
  ['sign=', 'login'],
  ['sign=register&csssign=register', 'register'],
  ['sign=forgot', 'forgot'],
  ['csssign=login', 'login'],
  ['csssign=close', undefined],
  ['sign=1&csssign=close', undefined],
  ['csssign=help', undefined],
])('the query %j opens the panel %s', (query, panel) => {
  expect(requestedPanel(new URLSearchParams(query))).toBe(panel)
})
