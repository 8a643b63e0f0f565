import { BlockList } from 'node:net'
import { parseAddress } from './address-range.ts'

/** The networks that the registries of special-purpose addresses (RFC 6890) keep from the public Internet. */
const reserved4 = new BlockList()
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24'],
  ...['203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', prefix] = network.split('/')
  reserved4.addSubnet(address, Number(prefix))
}

/** The only range ever allocated to networks. The tunnels within it may hold any IPv4 address. */
const given6 = new BlockList()
given6.addSubnet('2000::', 3, 'ipv6')
const reserved6 = new BlockList()
for (const [address, prefix] of [
  // Protocol assignments with Teredo, documentation twice, 6to4.
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['2002::', 16],
] as const)
  reserved6.addSubnet(address, prefix, 'ipv6')

/** Reports whether an address belongs to the public Internet. Mapped and translated IPv4 addresses do not. */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (!address) return false
  if (address.family === 4) return !reserved4.check(text, 'ipv4')
  return given6.check(text, 'ipv6') && !reserved6.check(text, 'ipv6')
}
