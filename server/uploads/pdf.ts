import { inflateSync } from 'node:zlib'

/**
 * Names that make a reader do more than show pages: run a script, start a program, open what is attached, post a form.
 * https://opensource.adobe.com/dc-acrobat-sdk-docs/pdfstandards/PDF32000_2008.pdf, 12.6.4
 */
const active =
  /\/(JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|Movie|Sound|XFA|SubmitForm|ImportData|GoToE)(?![A-Za-z0-9_])/

/** Unpacked, object streams of one file may take this many bytes; an honest file of 8 MB needs far less. */
const mostUnpacked = 32 * 1024 * 1024

/**
 * What is wrong with a PDF, or undefined: `broken` when its end is missing, `active` when its objects name an action of
 * the list above, in the clear or in a compressed object stream.
 *
 * This finds what ordinary programs write. It is no virus scanner: names inside encrypted files or unusual filters stay
 * unseen. So such a file is only ever sent as a download, with a sandboxing policy and without type sniffing (`files.ts`).
 */
export function pdfProblem(content: Buffer): 'broken' | 'active' | undefined {
  // One byte, one character: offsets stay bytes.
  const text = content.toString('latin1')
  if (!text.slice(-2048).includes('%%EOF')) return 'broken'
  const encrypted = /\/Encrypt(?![A-Za-z])/.test(text)
  const objects: string[] = []
  let unpacked = 0
  let from = 0
  // The bytes of other streams are pictures and fonts, in which every three letters turn up sooner or later.
  for (const start of text.matchAll(/stream\r?\n/g)) {
    if (start.index < from) continue
    const end = text.indexOf('endstream', start.index)
    if (end < 0) return 'broken'
    const outside = text.slice(from, start.index)
    objects.push(outside)
    from = end + 'endstream'.length
    if (!/\/Type\s*\/ObjStm/.test(outside)) continue
    const data = content.subarray(start.index + start[0].length, end)
    const inside = outside.includes('/FlateDecode') ? unpack(data, mostUnpacked - unpacked) : data
    if (inside === undefined) {
      if (encrypted) continue
      return 'broken'
    }
    unpacked += inside.length
    objects.push(inside.toString('latin1'))
  }
  objects.push(text.slice(from))
  return objects.some(object => active.test(plainNames(object))) ? 'active' : undefined
}

/** Undefined when it is not what it claims, or too much. */
function unpack(packed: Buffer, most: number): Buffer | undefined {
  if (most <= 0) return undefined
  try {
    // A line end may stand between the data and `endstream`.
    return inflateSync(packed, { maxOutputLength: most, finishFlush: 2 })
  } catch {
    return undefined
  }
}

/** `/J#53` is another way to write `/JS`. */
const plainNames = (text: string) =>
  text.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
