import { BlockList, isIPv6 } from 'node:net'

/**
 * Parses the addresses that may reach the back office; undefined allows all of them. Throws for an entry that is neither an
 * address nor a network.
 */
export function allowedAddresses(text: string): BlockList | undefined {
  const entries = text.split(',').flatMap(entry => entry.trim() || [])
  if (!entries.length) return undefined
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    // An empty prefix would be parsed as zero bits, which match every address.
    else if (/^\d{1,3}$/.test(prefix)) list.addSubnet(address, Number(prefix), family)
    else throw new Error('not a prefix')
  }
  return list
}

export const isAllowed = (list: BlockList | undefined, ip: string): boolean =>
  !list || list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
