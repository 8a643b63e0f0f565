import { expect, test } from 'vitest'
import { addressKey, networkKey } from './network.ts'

test.each([
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['255.255.255.255', '255.255.255.255', '255.255.255.0/24'],
  ['0.0.0.1', '0.0.0.1', '0.0.0.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::FFFF:cb00:714d', '203.0.113.77', '203.0.113.0/24'],
  ['0:0:0:0:0:ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64', '2001:db8:1:3::/64'],
  ['2001:db8::1', '2001:db8::/64', '2001:db8::/64'],
  ['fe80::1%eth0', 'fe80::/64', 'fe80::/64'],
  ['::1', '::/64', '::/64'],
  // Not IPv4: mapped addresses have ffff before the last 32 bits, which this one lacks.
  ['::fffe:203.0.113.77', '::/64', '::/64'],
  ['', '', ''],
  ['unknown', 'unknown', 'unknown'],
])('%s counts as %s, in the network %s', (ip, address, network) => {
  expect([addressKey(ip), networkKey(ip)]).toEqual([address, network])
})
