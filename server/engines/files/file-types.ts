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
  if (begins('255044462d')) return 'pdf'
  return undefined
}
