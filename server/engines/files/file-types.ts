/**
 * The types that may be uploaded, recognized by their first bytes. File names and declared types come from the sender and are
 * ignored.
 */
export type FileType = 'jpeg' | 'png' | 'webp' | 'pdf'

export const contentTypes: Record<FileType, string> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf',
}
export const extensions: Record<FileType, string> = { jpeg: 'jpg', png: 'png', webp: 'webp', pdf: 'pdf' }

export function sniff(content: Buffer): FileType | undefined {
  const begins = (hex: string, at = 0) => content.subarray(at, at + hex.length / 2).toString('hex') === hex
  if (begins('ffd8ff')) return 'jpeg'
  if (begins('89504e470d0a1a0a')) return 'png'
  if (begins('52494646') && begins('57454250', 8)) return 'webp'
  if (pdfIn(content)) return 'pdf'
  return undefined
}

/** A byte order mark and blanks; anything else in front could be another kind of file. */
const beforePdf = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*(?=%PDF-)/
const blank = new Set([0x00, 0x09, 0x0a, 0x0c, 0x0d, 0x20])

/**
 * Returns the PDF without the mark or blanks that programs write in front of it, and without those with which scanners fill up its
 * last block. Undefined if it is none.
 */
export function pdfIn(content: Buffer): Buffer | undefined {
  const before = beforePdf.exec(content.subarray(0, 1024).toString('latin1'))
  if (!before) return undefined
  let end = content.length
  while (blank.has(content[end - 1] ?? -1)) end -= 1
  return content.subarray(before[0].length, end)
}
