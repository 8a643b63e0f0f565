import type * as PdfLibrary from '@cantoo/pdf-lib'

/** A run of text in one of the two fonts. */
export interface Run {
  chinese: boolean
  text: string
}

/**
 * The fonts of a document. Chinese is set in Adobe's predefined Song face, which every PDF reader provides or replaces by the
 * system's own: embedding ten thousand glyphs in each statement would weigh more than the rest of the product. Latin letters and
 * digits are Helvetica, so that amounts are aligned.
 */
export interface Fonts {
  latin: PdfLibrary.PDFFont
  chinese: PdfLibrary.PDFRef
  /** Creates a string from hexadecimal digits. */
  hex(digits: string): PdfLibrary.PDFHexString
}

export async function addFonts(document: PdfLibrary.PDFDocument, pdf: typeof PdfLibrary): Promise<Fonts> {
  const { context } = document
  const { PDFHexString, PDFName, PDFString, StandardFonts } = pdf
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: 'STSong-Light',
      Flags: 6,
      FontBBox: [-25, -254, 1000, 880],
      ItalicAngle: 0,
      Ascent: 880,
      Descent: -120,
      CapHeight: 880,
      StemV: 93,
    }),
  )
  const characters = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      CIDSystemInfo: { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 5 },
      FontDescriptor: descriptor,
      DW: 1000,
    }),
  )
  const chinese = context.register(
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: PDFName.of('STSong-Light-UniGB-UTF16-H'),
      Encoding: PDFName.of('UniGB-UTF16-H'),
      DescendantFonts: [characters],
    }),
  )
  const hex = (digits: string) => PDFHexString.of(digits)
  return { latin: await document.embedFont(StandardFonts.Helvetica), chinese, hex }
}

/** Reports whether Helvetica has the character: printable ASCII, and the Latin-1 signs of a bill (¥, ·, ×). */
const isLatin = (character: string): boolean => /[\u0020-\u007e\u00a1-\u00ff]/.test(character)

/**
 * Splits a text by the fonts that its parts need. Control characters become spaces. Characters beyond the basic plane (emoji, the
 * rarest characters of names) become 〓, the printers' sign for missing type: readers render them differently, and some draw two
 * boxes over the following text. Helvetica has no minus sign, and the Chinese one would stand apart from its amount.
 */
export function runsOf(text: string): Run[] {
  const runs: Run[] = []
  const printable = text
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/[\u{10000}-\u{10ffff}]/gu, '〓')
    .replaceAll('−', '-')
  for (const character of printable) {
    const chinese = !isLatin(character)
    const last = runs.at(-1)
    if (last?.chinese === chinese) last.text += character
    else runs.push({ chinese, text: character })
  }
  return runs
}

/** Returns the width of a run in points: a Chinese character is as wide as it is high. */
export const widthOfRun = ({ latin }: Fonts, run: Run, size: number): number =>
  run.chinese ? run.text.length * size : latin.widthOfTextAtSize(run.text, size)

export const widthOf = (fonts: Fonts, text: string, size: number): number =>
  runsOf(text).reduce((sum, run) => sum + widthOfRun(fonts, run, size), 0)

/** Encodes a run for its font: UTF-16 for the Chinese face, WinAnsi (which is Latin-1 here) for Helvetica. */
export function encoded({ latin, hex }: Fonts, run: Run): PdfLibrary.PDFHexString {
  if (!run.chinese) return latin.encodeText(run.text)
  return hex(Buffer.from(run.text, 'utf16le').swap16().toString('hex'))
}
