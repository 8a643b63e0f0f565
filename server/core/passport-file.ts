import { createHash } from 'node:crypto'
import { digestOf, type Head, isSigned, keyOfLetters, linkHash, parseHead } from './connection-chain.ts'
import { type FormerKey, withFormer } from './passport-keys.ts'

/**
 * The file format of an address passport: JSON, one object per line. First the header, then the links of the chain since the
 * address was first used, and last the portal's seal. Links of other addresses are digests only. `npm run verify-passport` reads it
 * with this file and none of the portal's other code.
 */
export const passportFormat = 'haiyilian-passport-1'

export interface PassportHeader {
  format: typeof passportFormat
  portal: string
  made_at: string
  company: { id: string; name: string }
  line: { id: string; name: string }
  address: string
  /** The period in which the company has held the address; `free_since` is when the previous holder gave it up, or null. */
  held_since: string
  /** Null while the company holds the address; absent in older files, which were only made in that case. */
  held_until?: string | null
  free_since: string | null
  /** The chain up to before the first link. */
  before: { number: number; hash: string }
  /** Names for the ids in the links, as of the file's creation. */
  people: Record<string, string>
  devices: Record<string, string>
}

/** A link of the address with its text, or a run of other links as hexadecimal digests. */
export type PassportLine = { number: number; text: string } | { number: number; digests: string[] }

export interface PassportSeal {
  /** The portal's public key. */
  key: string
  /** The end of the chain, as the portal's `signed`. */
  signed: string
  signature: string
  /** The hash of all lines before, with their line breaks, in hexadecimal. */
  sha256: string
  /** The signature of `sealText`. */
  seal: string
  /** Earlier keys, whose signatures may be on the heads that the company has kept. */
  former?: FormerKey[]
}

export const sealText = (sha256: string, signed: string): string => `${passportFormat}\n${sha256}\n${signed}`

export interface Checked {
  faults: string[]
  header?: PassportHeader
  head?: Head
  key?: string
  /** The texts of the address's links. */
  facts: { number: number; fact: Record<string, unknown> }[]
  /** The number of externally kept heads that the file confirms. */
  confirmed: number
}

interface Trusted {
  /** The portal's keys, as published or noted earlier. Without any, the file is only checked against itself. */
  keys?: readonly string[]
  /** Former keys that those may vouch for. */
  former?: readonly FormerKey[]
  /** Signed ends that the company had kept. */
  heads?: readonly { signed: string; signature: string }[]
}

/** Checks a file by itself and against what the reader knew before. */
export function checkPassport(text: string, trusted: Trusted = {}): Checked {
  const checked: Checked = { faults: [], facts: [], confirmed: 0 }
  try {
    check(text, trusted, checked)
  } catch (error) {
    checked.faults.push(`文件不完整或格式不正确：${error instanceof Error ? error.message : error}`)
  }
  return checked
}

function check(text: string, trusted: Trusted, checked: Checked): void {
  const { faults } = checked
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  const cut = body.lastIndexOf('\n')
  const content = body.slice(0, cut + 1)
  // Missing parts of a damaged file are detected below; the casts describe a whole one.
  const seal = JSON.parse(body.slice(cut + 1)) as PassportSeal
  const [first = '', ...rest] = content.split('\n').slice(0, -1)
  const header = JSON.parse(first) as PassportHeader
  if (header.format !== passportFormat) throw new Error('不是护照文件')
  checked.header = header
  checked.key = seal.key
  const publicKey = keyOfLetters(seal.key)
  const noted = trusted.keys?.length ? trusted.keys : [seal.key]
  const accepted = withFormer(noted, [...(trusted.former ?? []), ...(seal.former ?? [])])
  if (!accepted.has(seal.key)) faults.push('签名的公钥不是您记下的，也不是它们承认的')
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (sha256 !== seal.sha256) faults.push('文件的内容在签名之后被改动')
  if (!isSigned(publicKey, sealText(seal.sha256, seal.signed), seal.seal)) faults.push('文件的签名不正确')
  if (!isSigned(publicKey, seal.signed, seal.signature)) faults.push('链末端的签名不正确')
  const head = parseHead(seal.signed)
  if (!head) throw new Error('链的末端无法识别')
  checked.head = head
  if (head.company !== header.company.id) faults.push('链的末端属于另一家企业')

  const heads = headsOf(trusted, [...accepted].map(keyOfLetters), head.company, faults)
  let { number } = header.before
  let hash: Buffer = Buffer.from(header.before.hash, 'hex')
  const agree = () => {
    const kept = heads.get(number)
    if (kept === undefined) return
    if (kept === hash.toString('hex')) checked.confirmed += 1
    else faults.push(`第 ${number} 环与您另存的签名不同`)
  }
  const place = (digest: Buffer) => {
    number += 1
    hash = linkHash(hash, number, digest)
    agree()
  }
  agree()
  for (const row of rest) {
    const line = JSON.parse(row) as PassportLine
    if (line.number !== number + 1) faults.push(`第 ${number + 1} 环缺失或次序不对`)
    if ('digests' in line) for (const digest of line.digests) place(Buffer.from(digest, 'hex'))
    else {
      const fact = JSON.parse(line.text) as Record<string, unknown>
      if (fact.address !== header.address) faults.push(`第 ${line.number} 环不属于该地址`)
      checked.facts.push({ number: line.number, fact })
      place(digestOf(line.text))
    }
  }
  if (number !== head.number || hash.toString('hex') !== head.hash) faults.push('链接不到签名的末端')
  for (const kept of heads.keys()) if (kept > head.number) faults.push(`链比您另存的签名短：没有第 ${kept} 环`)
}

/** Returns the heads that the reader has kept, by number. */
function headsOf(
  { heads = [] }: Trusted,
  publicKeys: readonly ReturnType<typeof keyOfLetters>[],
  company: string,
  faults: string[],
) {
  const kept = new Map<number, string>()
  for (const { signed, signature } of heads) {
    const head = parseHead(signed)
    if (!head || head.company !== company || !publicKeys.some(key => isSigned(key, signed, signature)))
      faults.push('另存的签名不属于这家企业，或不是这些公钥签的')
    else if ((kept.get(head.number) ?? head.hash) !== head.hash) faults.push(`另存的签名互相矛盾：第 ${head.number} 环`)
    else kept.set(head.number, head.hash)
  }
  return kept
}
