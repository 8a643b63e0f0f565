import { expect, test } from 'vitest'
import { formatAddress, listHosts, parseRange } from './address-range.ts'

test.each([
  ['203.0.113.8', '203.0.113.8', '203.0.113.8'],
  ['203.0.113.77/24', '203.0.113.0', '203.0.113.255'],
  ['0.0.0.0/0', '0.0.0.0', '255.255.255.255'],
  ['203.0.113', '203.0.113.0', '203.0.113.255'],
  ['203.0.', '203.0.0.0', '203.0.255.255'],
  ['203.0.113.8 - 203.0.113.40', '203.0.113.8', '203.0.113.40'],
  ['203.0.113.8–203.0.114.1', '203.0.113.8', '203.0.114.1'],
  ['2001:DB8::a', '2001:db8::a', '2001:db8::a'],
  ['2001:db8::/126', '2001:db8::', '2001:db8::3'],
  ['::/0', '::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
])('%s ranges from %s to %s', (written, first, last) => {
  const range = parseRange(written)
  expect(range && [formatAddress(range.family, range.first), formatAddress(range.family, range.last)]).toEqual([
    first,
    last,
  ])
})

test.each([
  '203.0.113.0/33',
  '203.0.113.0/-1',
  '203.0.113.0/',
  '203.0.113.9-203.0.113.1',
  '203.0.113.9-2001:db8::1',
  '256.1',
  '203',
  'fe80::1%eth0',
  '海易连',
  'a-b',
  '1/2/3',
])('%s is not a range', written => {
  expect(parseRange(written)).toBeUndefined()
})

test.each([
  ['203.0.113.0/30', ['203.0.113.1', '203.0.113.2']],
  ['203.0.113.4/31', ['203.0.113.4', '203.0.113.5']],
  ['203.0.113.4/32', ['203.0.113.4']],
  ['203.0.113.9', ['203.0.113.9']],
  ['203.0.113.254-203.0.114.1', ['203.0.113.254', '203.0.113.255', '203.0.114.0', '203.0.114.1']],
  ['2001:db8::/127', ['2001:db8::', '2001:db8::1']],
  ['203.0.0.0/16', 'too many'],
  // Good enough for a search, but too incomplete to add addresses.
  ['203.0.113', undefined],
])('%s holds the hosts %j', (written, hosts) => {
  expect(listHosts(written, 256)).toEqual(hosts)
})
