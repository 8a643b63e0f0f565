import { zipSync } from 'fflate'

/** A character reference that may name a character beyond U+FFFF. */
const reference = /&#(?:x([\da-f]{5,})|(\d{5,}));/gi

/**
 * Packs the inspected files of a workbook, so that the reader of values gets no others. Rare characters and emoji are written as
 * themselves, because the reader keeps only the lower sixteen bits of a reference like `&#134071;`, which openpyxl writes for 𠮷.
 */
export const repack = (files: Map<string, Buffer>): Uint8Array =>
  zipSync(Object.fromEntries([...files].map(([name, content]) => [name, withLiterals(content)])), { level: 0 })

function withLiterals(content: Buffer): Uint8Array {
  if (!content.includes('&#')) return content
  return Buffer.from(
    content.toString('utf8').replace(reference, (whole, hex: string | undefined, digits: string) => {
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code > 0xffff && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    }),
  )
}
