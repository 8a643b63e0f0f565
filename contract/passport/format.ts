import type { FormerKey } from './former-keys.ts'

/**
 * The file format of an address passport: JSON, one object per line. First the header, then the links of the chain since the
 * address was first used, and last the portal's seal. Links of other addresses are digests only. A file comes from anybody, so each
 * line is read by a function that refuses other shapes with a sentence for the file's reader.
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

/** An error whose message is for the reader of the file. */
export class UnreadableFile extends Error {}

type Shape = Record<string, unknown>

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string => typeof value === 'string'
const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)
const isTextOrNone = (value: unknown) => value === undefined || value === null || isText(value)
const isHash = (value: unknown) => isText(value) && /^[0-9a-f]{64}$/.test(value)
const isNumber = (value: unknown) => Number.isSafeInteger(value)
const isNamed = (value: unknown) => isShape(value) && isText(value.id) && isText(value.name)
const areNames = (value: unknown) => isShape(value) && areTexts(Object.values(value))

/** Parses a text as JSON; undefined if it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reports whether the letters are those of an Ed25519 public key. */
export const isKey = (letters: unknown): letters is string => isText(letters) && /^[\w-]{43}$/.test(letters)

export const areFormerKeys = (value: unknown): value is FormerKey[] =>
  Array.isArray(value) &&
  value.every(
    each => isShape(each) && isKey(each.key) && isText(each.until) && isKey(each.by) && isText(each.signature),
  )

export const isSignedText = (value: unknown): value is { signed: string; signature: string } =>
  isShape(value) && isText(value.signed) && isText(value.signature)

export function headerOf(text: string): PassportHeader {
  const read = jsonOf(text)
  if (!isShape(read) || read.format !== passportFormat) throw new UnreadableFile('第一行不是地址护照的开头')
  const { company, line, address, held_since, held_until, free_since, before, people, devices } = read
  const isWhole =
    isNamed(company) &&
    isNamed(line) &&
    [address, held_since].every(isText) &&
    [held_until, free_since].every(isTextOrNone) &&
    isShape(before) &&
    isNumber(before.number) &&
    isHash(before.hash) &&
    areNames(people) &&
    areNames(devices)
  if (!isWhole) throw new UnreadableFile('第一行缺少内容，或内容的格式不对')
  // The checks above are of all members that are read.
  return read as unknown as PassportHeader
}

export function sealOf(text: string): PassportSeal {
  const read = jsonOf(text)
  const isWhole =
    isShape(read) &&
    isKey(read.key) &&
    [read.signed, read.signature, read.sha256, read.seal].every(isText) &&
    (read.former === undefined || areFormerKeys(read.former))
  if (!isWhole) throw new UnreadableFile('最后一行不是门户的签名，文件可能没有下载完整')
  // The checks above are of all members.
  return read as unknown as PassportSeal
}

/** `row` is the line of the file, counted from one. */
export function lineOf(text: string, row: number): PassportLine {
  const read = jsonOf(text)
  const isWhole =
    isShape(read) &&
    isNumber(read.number) &&
    ('digests' in read ? Array.isArray(read.digests) && read.digests.every(isHash) : isText(read.text))
  if (!isWhole) throw new UnreadableFile(`第 ${row} 行无法识别`)
  // The checks above are of all members.
  return read as unknown as PassportLine
}

/** The members of a link's text; what newer portals add to it is shown by none. */
export function factOf(text: string, row: number): Record<string, string | string[] | null> {
  const read = jsonOf(text)
  const isWhole =
    isShape(read) && Object.values(read).every(value => value === null || isText(value) || areTexts(value))
  if (!isWhole) throw new UnreadableFile(`第 ${row} 行的记录无法识别`)
  // The check above is of all members.
  return read as Record<string, string | string[] | null>
}
