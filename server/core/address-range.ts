import { isIP } from 'node:net'

/** Both ends are included; the addresses are numbers of one family. */
export interface AddressRange {
  family: 4 | 6
  first: bigint
  last: bigint
}

const addressBits = { 4: 32, 6: 128 } as const

/** Returns the address as a number, or undefined when the text is not an address. */
export function parseAddress(text: string): { family: 4 | 6; value: bigint } | undefined {
  const family = isIP(text)
  if (family === 4) return { family, value: text.split('.').reduce((all, part) => all * 256n + BigInt(part), 0n) }
  if (family !== 6 || text.includes('%')) return undefined
  // URL normalizes the notation: no dotted IPv4 tail, no leading zeros.
  const [head = '', tail] = new URL(`http://[${text}]`).hostname.slice(1, -1).split('::')
  const parts = (text: string) => (text ? text.split(':') : [])
  const [front, back] = [parts(head), parts(tail ?? '')]
  const groups = [...front, ...Array<string>(8 - front.length - back.length).fill('0'), ...back]
  return { family, value: groups.reduce((all, part) => all * 65_536n + BigInt(`0x${part}`), 0n) }
}

export function formatAddress(family: 4 | 6, value: bigint): string {
  const size = family === 4 ? 8n : 16n
  const count = family === 4 ? 4 : 8
  const parts = Array.from(
    { length: count },
    (_, index) => (value >> (size * BigInt(count - 1 - index))) & ((1n << size) - 1n),
  )
  if (family === 4) return parts.join('.')
  return new URL(`http://[${parts.map(part => part.toString(16)).join(':')}]`).hostname.slice(1, -1)
}

/** Accepts `203.0.113.0/24`, `203.0.113.8 - 203.0.113.40`, one address, or the first parts of one: `203.0.113`. */
export function parseRange(written: string): AddressRange | undefined {
  const text = written.trim()
  const ends = text.split(/\s*[-–—~～]\s*/)
  if (ends.length === 2) {
    const [from, to] = ends.map(parseAddress)
    if (!from || !to || from.family !== to.family || from.value > to.value) return undefined
    return { family: from.family, first: from.value, last: to.value }
  }
  const [base = '', prefix, ...rest] = text.split('/')
  if (rest.length) return undefined
  const address = parseAddress(base)
  if (address) {
    const bits = addressBits[address.family]
    const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
    if (!(length <= bits)) return undefined
    const hosts = (1n << BigInt(bits - length)) - 1n
    const first = address.value - (address.value & hosts)
    return { family: address.family, first, last: first + hosts }
  }
  return prefix === undefined ? firstParts(base) : undefined
}

/** `203.0.` and `203.0` cover every address that begins with them. */
function firstParts(text: string): AddressRange | undefined {
  const parts = text.replace(/\.$/, '').split('.')
  if (!text.includes('.') || parts.length > 3) return undefined
  const whole = [...parts, ...Array<string>(4 - parts.length).fill('0')].join('.')
  return isIP(whole) === 4 ? parseRange(`${whole}/${parts.length * 8}`) : undefined
}

/** Lists the assignable addresses of a range: a network in CIDR notation excludes its network and broadcast addresses. */
export function listHosts(text: string, max: number): string[] | 'too many' | undefined {
  const range = parseRange(text)
  if (!range || (text.includes('.') && !text.includes('/') && !/[-–—~～]/.test(text) && isIP(text.trim()) === 0))
    return undefined
  const network = text.includes('/') && range.family === 4 && range.last - range.first >= 3n
  const [first, last] = network ? [range.first + 1n, range.last - 1n] : [range.first, range.last]
  if (last - first >= BigInt(max)) return 'too many'
  return Array.from({ length: Number(last - first) + 1 }, (_, index) =>
    formatAddress(range.family, first + BigInt(index)),
  )
}
