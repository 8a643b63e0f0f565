import { factOf, headerOf, lineOf, type PassportHeader, passportFormat, sealOf, UnreadableFile } from './format.ts'
import { type FormerKey, formerKeyText } from './former-keys.ts'
import { type Head, linkParts, parseHead } from './head.ts'

/** What the rules need from Node or from a browser, whose functions answer later. */
export interface PassportCrypto {
  sha256: (...parts: (string | Uint8Array)[]) => Uint8Array | Promise<Uint8Array>
  /** Takes the letters of an Ed25519 key. False as well for a key or a signature that is none. */
  isSigned: (key: string, text: string, signature: string) => boolean | Promise<boolean>
}

export const sealText = (sha256: string, signed: string): string => `${passportFormat}\n${sha256}\n${signed}`

/**
 * Milliseconds before a file was made in which a link may have been signed that it lacks: the link was not committed yet, or the
 * clocks of two replicas differ.
 */
const underWay = 60_000

export interface Checked {
  faults: string[]
  header?: PassportHeader
  head?: Head
  key?: string
  /** The texts of the address's links. */
  facts: { number: number; fact: ReturnType<typeof factOf> }[]
  /** The number of externally kept heads that the file confirms. */
  confirmed: number
  /** The number of those that were signed since the file was made, about links that it can't have. */
  later: number
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
export async function checkPassport(crypto: PassportCrypto, text: string, trusted: Trusted = {}): Promise<Checked> {
  const checked: Checked = { faults: [], facts: [], confirmed: 0, later: 0 }
  try {
    await check(crypto, text, trusted, checked)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    checked.faults.push(`文件不完整或格式不正确：${error.message}`)
  }
  return checked
}

async function check(crypto: PassportCrypto, text: string, trusted: Trusted, checked: Checked): Promise<void> {
  const { faults } = checked
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  const cut = body.lastIndexOf('\n')
  const content = body.slice(0, cut + 1)
  const [first = '', ...rest] = content.split('\n').slice(0, -1)
  const header = headerOf(first)
  const seal = sealOf(body.slice(cut + 1))
  checked.header = header
  checked.key = seal.key
  const noted = trusted.keys?.length ? trusted.keys : [seal.key]
  const accepted = await withFormer(crypto, noted, [...(trusted.former ?? []), ...(seal.former ?? [])])
  if (!accepted.has(seal.key)) faults.push('签名的公钥不是您记下的，也不是它们承认的')
  const sha256 = hexOf(await crypto.sha256(content))
  if (sha256 !== seal.sha256) faults.push('文件的内容在签名之后被改动')
  if (!(await isSigned(crypto, seal.key, sealText(seal.sha256, seal.signed), seal.seal)))
    faults.push('文件的签名不正确')
  if (!(await isSigned(crypto, seal.key, seal.signed, seal.signature))) faults.push('链末端的签名不正确')
  const head = parseHead(seal.signed)
  if (!head) throw new UnreadableFile('链的末端无法识别')
  checked.head = head
  if (head.company !== header.company.id) faults.push('链的末端属于另一家企业')

  const heads = await headsOf(crypto, trusted, [...accepted], head.company, faults)
  let { number } = header.before
  let hash: Uint8Array = bytesOf(header.before.hash)
  const agree = () => {
    const kept = heads.get(number)
    if (kept === undefined) return
    if (kept.hash === hexOf(hash)) checked.confirmed += 1
    else faults.push(`第 ${number} 环与您另存的签名不同`)
  }
  const place = async (digest: Uint8Array) => {
    number += 1
    hash = await crypto.sha256(...linkParts(hash, number, digest))
    agree()
  }
  agree()
  for (const [index, row] of rest.entries()) {
    const line = lineOf(row, index + 2)
    if (line.number !== number + 1) faults.push(`第 ${number + 1} 环缺失或次序不对`)
    if ('digests' in line) for (const digest of line.digests) await place(bytesOf(digest))
    else {
      const fact = factOf(line.text, index + 2)
      if (fact.address !== header.address) faults.push(`第 ${line.number} 环不属于该地址`)
      checked.facts.push({ number: line.number, fact })
      await place(await crypto.sha256(line.text))
    }
  }
  if (number !== head.number || hexOf(hash) !== head.hash) faults.push('链接不到签名的末端')
  for (const kept of heads.values())
    if (kept.number > head.number)
      if (Date.parse(kept.at) > Date.parse(header.made_at) - underWay)
        // The company goes on keeping heads after it has downloaded the file, which has no links of that time.
        checked.later += 1
      else faults.push(`链比您另存的签名短：没有第 ${kept.number} 环`)
}

/** Returns the heads that the reader has kept, by number, of several with the same one the earliest. */
async function headsOf(
  crypto: PassportCrypto,
  { heads = [] }: Trusted,
  keys: readonly string[],
  company: string,
  faults: string[],
): Promise<Map<number, Head>> {
  const kept = new Map<number, Head>()
  for (const { signed, signature } of heads) {
    const head = parseHead(signed)
    const signs = await Promise.all(keys.map(key => isSigned(crypto, key, signed, signature)))
    if (!head || head.company !== company || !signs.includes(true))
      faults.push('另存的签名不属于这家企业，或不是这些公钥签的')
    else {
      const other = kept.get(head.number)
      if (other && other.hash !== head.hash) faults.push(`另存的签名互相矛盾：第 ${head.number} 环`)
      else if (!other || head.at < other.at) kept.set(head.number, head)
    }
  }
  return kept
}

/** Returns these keys and all former keys that one of them vouches for, directly or through another former key. */
async function withFormer(crypto: PassportCrypto, keys: readonly string[], former: readonly FormerKey[]) {
  const accepted = new Set(keys)
  // The loop also visits keys added during the iteration.
  for (const by of accepted)
    for (const each of former)
      if (each.by === by && (await isSigned(crypto, by, formerKeyText(each), each.signature))) accepted.add(each.key)
  return accepted
}

/** Decoders differ in what else they let pass. */
const isSigned = async ({ isSigned }: PassportCrypto, key: string, text: string, signature: string) =>
  /^[\w-]{86}$/.test(signature) && isSigned(key, text, signature)

const hexOf = (bytes: Uint8Array) => Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], pair => Number.parseInt(pair, 16))
