import { expect, test } from 'vitest'
import { closedAddress } from './closed-address.ts'

test.each([
  ['https://a.cn/?sign=1', 'https://a.cn/'],
  ['https://a.cn/?sign=login&csssign=login&name=%E7%99%BB%E5%BD%95', 'https://a.cn/'],
  ['https://a.cn/?csssign=login&code=HYL666', 'https://a.cn/?code=HYL666'],
  ['https://a.cn/help?csssign=help&name=x', 'https://a.cn/help?csssign=help&name=x'],
])('%s becomes %s once the overlay is closed', (open, closed) => {
  expect(closedAddress(open)).toBe(closed)
})
