import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { pdfIn } from './file-types.ts'
import { isWithinLimits } from './pdf-limits.ts'

export interface PdfFile {
  content: Uint8Array
}

/**
 * `broken` if no reader could parse it, `active` if it names something of the lists below, `encrypted` if its content requires a
 * password.
 */
export type CheckedPdf = { problem: 'broken' | 'active' | 'encrypted' } | { content: Uint8Array }

/**
 * Names that make a reader do more than show pages: run a script, start a program, open an attachment, submit a form. See
 * https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf, 12.6.4.
 */
const activeKeys = new Set(['JS', 'JavaScript', 'EmbeddedFiles', 'EF', 'XFA', 'RichMediaContent', 'RichMediaSettings'])
const activeKinds = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToE', 'Rendition', 'Movie', 'Sound'],
  ...['RichMedia', 'RichMediaExecute', 'FileAttachment', 'Screen', '3D'],
])
/** Names long enough not to occur in a picture's bytes by chance. */
const telltale = /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|SubmitForm|ImportData)(?![A-Za-z0-9_])/

/**
 * Parses and rewrites a PDF, in a sandbox. The result holds only the objects that were checked, each uncompressed and at the place
 * named by its table, so that another reader cannot find other objects, such as behind a picture or within a stream. Also returns
 * `active` if the bytes outside or inside the streams name an action in plain text, because an invoice is stored as signed (see
 * `checkPdf`).
 */
export default async function check({ content }: PdfFile): Promise<CheckedPdf> {
  const bytes = pdfIn(Buffer.from(content))
  // A reader looks for the end among the last bytes; a truncated file lacks it.
  if (!bytes?.subarray(-2048).includes('%%EOF')) return { problem: 'broken' }
  const raw = bytes.toString('latin1')
  if (!isWithinLimits(raw)) return { problem: 'broken' }
  const text = plainNames(raw)
  if (telltale.test(text)) return { problem: 'active' }
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
    for (const [, object] of document.context.enumerateIndirectObjects())
      if (isActive(object)) return { problem: 'active' }
    if (document.getPageCount() < 1) return { problem: 'broken' }
    return { content: await document.save({ useObjectStreams: false, updateFieldAppearances: false, rewrite: true }) }
  } catch {
    return { problem: /\/Encrypt(?![A-Za-z])/.test(text) ? 'encrypted' : 'broken' }
  }
}

/** Checks all parts of one object; those that it only refers to are checked as objects themselves. */
function isActive(object: PDFObject): boolean {
  const left = [object]
  for (let part = left.pop(); part; part = left.pop()) {
    if (part instanceof PDFArray) left.push(...part.asArray())
    const dictionary = part instanceof PDFStream ? part.dict : part
    if (!(dictionary instanceof PDFDict)) continue
    for (const [key, value] of dictionary.entries()) {
      if (activeKeys.has(key.decodeText())) return true
      const isKind = key === PDFName.of('S') || key === PDFName.of('Subtype')
      if (isKind && value instanceof PDFName && activeKinds.has(value.decodeText())) return true
      left.push(value)
    }
  }
  return false
}

/** `/J#53` is another way to write `/JS`. */
const plainNames = (text: string) =>
  text.includes('#')
    ? text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text
