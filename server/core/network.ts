import { isIPv4 } from 'node:net'
import { formatAddress, parseAddress } from './address-range.ts'

/**
 * Returns the network of an address: the /64 for IPv6, since one customer's connection has at least 2^64 addresses, and the given
 * number of bits for IPv4. An IPv4-mapped address counts as IPv4. Text that is not an address is returned unchanged.
 */
function networkOf(ip: string, bits: 24 | 32): string {
  // Most addresses, whose one notation is already the key. Each limit of each call needs it.
  if (bits === 32 && isIPv4(ip)) return ip
  // The zone of a link-local address names an interface of this machine.
  const address = parseAddress(ip.split('%', 1)[0] ?? '')
  if (!address) return ip
  const isMapped = address.family === 6 && address.value >> 32n === 0xffffn
  if (address.family === 6 && !isMapped) return `${formatAddress(6, (address.value >> 64n) << 64n)}/64`
  const rest = BigInt(32 - bits)
  const first = ((address.value & 0xffffffffn) >> rest) << rest
  return bits === 32 ? formatAddress(4, first) : `${formatAddress(4, first)}/${bits}`
}

/** The key of limits by address: the IPv4 address, which is often shared by many already, or the IPv6 /64. */
export const addressKey = (ip: string): string => networkOf(ip, 32)

/** The key of limits by neighbourhood: the IPv4 /24, which one provider or customer holds, or the IPv6 /64. */
export const networkKey = (ip: string): string => networkOf(ip, 24)
