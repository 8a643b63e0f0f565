import { createHash } from 'node:crypto'
import { digestOf, type Head, isSigned, keyOfLetters, linkHash, readHead } from './connection-chain.ts'
import { type FormerKey, withFormer } from './passport-keys.ts'

/**
 * The file of an address passport: JSON, one object a line. First what it is about, then the links of the chain from where the
 * address was first used, and last the portal's seal. Links of other addresses are digests alone. `npm run verify-passport`
 * reads it with this file and nothing of the portal's.
 */
export const passportFormat = 'haiyilian-passport-1'

export interface PassportHeader {
  format: typeof passportFormat
  portal: string
  made_at: string
  company: { id: string; name: string }
  line: { id: string; name: string }
  address: string
  /**
   * Since when the address is the company's, and until when it was; since when no other had had it by then, null when none ever had.
   */
  held_since: string
  /** Null while the company has it; files that were made before there was another case do not say it. */
  held_until?: string | null
  free_since: string | null
  /** The chain up to before the first link. */
  before: { number: number; hash: string }
  /** Names for the ids in the links, as they were when the file was made. */
  people: Record<string, string>
  devices: Record<string, string>
}

/** A link of the address with its text, or a run of others as digests in hexadecimal. */
export type PassportLine = { number: number; text: string } | { number: number; digests: string[] }

export interface PassportSeal {
  /** The public key of the portal. */
  key: string
  /** The end of the chain, as `signed` in the portal. */
  signed: string
  signature: string
  /** The hash of all lines before, with their line breaks, in hexadecimal. */
  sha256: string
  /** The signature of `sealText`. */
  seal: string
  /** The keys before it, with whose signatures the company may have kept heads. */
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
  /** Heads from outside that the file bears out. */
  confirmed: number
}

interface Trusted {
  /** The portal's keys, as they were published or noted before. Without any, the file only speaks for itself. */
  keys?: readonly string[]
  /** Keys of which those may vouch. */
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
  const head = readHead(seal.signed)
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

/** The heads that the reader has kept, by number. */
function headsOf(
  { heads = [] }: Trusted,
  publicKeys: readonly ReturnType<typeof keyOfLetters>[],
  company: string,
  faults: string[],
) {
  const kept = new Map<number, string>()
  for (const { signed, signature } of heads) {
    const head = readHead(signed)
    if (!head || head.company !== company || !publicKeys.some(key => isSigned(key, signed, signature)))
      faults.push('另存的签名不属于这家企业，或不是这些公钥签的')
    else if ((kept.get(head.number) ?? head.hash) !== head.hash) faults.push(`另存的签名互相矛盾：第 ${head.number} 环`)
    else kept.set(head.number, head.hash)
  }
  return kept
}
