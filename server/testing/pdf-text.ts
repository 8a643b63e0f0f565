import { inflateSync } from 'node:zlib'
import { PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib'

/** Returns the lines of a page by their position from the top, as a PDF's reader would join the shown text. */
export function linesOf(content: string): string[] {
  const shown = content.matchAll(/\/(\w+)-\d+ [\d.]+ Tf\n([\d.]+) ([\d.]+) Td\n<([0-9A-Fa-f]*)> Tj/g)
  const lines = new Map<string, string>()
  for (const [, font, , y = '', hex = ''] of shown) {
    const bytes = Buffer.from(hex, 'hex')
    const text = font === 'Song' ? bytes.swap16().toString('utf16le') : bytes.toString('latin1')
    lines.set(y, (lines.get(y) ?? '') + text)
  }
  return [...lines.values()]
}

/** Returns the drawing instructions of each page. */
export async function pagesOf(file: Buffer): Promise<string[]> {
  const document = await PDFDocument.load(file)
  return document.getPages().map(page => {
    const contents = page.node.Contents()
    const parts = contents instanceof PDFArray ? contents.asArray() : [contents]
    return parts
      .map(part => document.context.lookup(part))
      .map(stream => (stream instanceof PDFRawStream ? inflateSync(stream.contents).toString('latin1') : ''))
      .join('\n')
  })
}
