import { formatAddress, parseAddress } from './address-range.ts'

/**
 * Returns the network that an address lies in: the /64 of IPv6, since one customer's line has at least 2^64 addresses, and so
 * many bits of IPv4. An IPv4 address written as IPv6 counts as IPv4. A text that is no address is returned as it is.
 */
function networkOf(ip: string, bits: 24 | 32): string {
  // The zone of a link-local address names an interface of this machine.
  const address = parseAddress(ip.split('%', 1)[0] ?? '')
  if (!address) return ip
  const isMapped = address.family === 6 && address.value >> 32n === 0xffffn
  if (address.family === 6 && !isMapped) return `${formatAddress(6, (address.value >> 64n) << 64n)}/64`
  const rest = BigInt(32 - bits)
  const first = ((address.value & 0xffffffffn) >> rest) << rest
  return bits === 32 ? formatAddress(4, first) : `${formatAddress(4, first)}/${bits}`
}

/** The key of limits by address: the address of IPv4, which many often share already, the /64 of IPv6. */
export const addressKey = (ip: string): string => networkOf(ip, 32)

/** The key of limits by neighbourhood: the /24 of IPv4, which one provider or one customer holds, the /64 of IPv6. */
export const networkKey = (ip: string): string => networkOf(ip, 24)
