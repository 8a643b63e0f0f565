import type { PDFName, PDFPage } from '@cantoo/pdf-lib'
import { addFonts, encoded, type Fonts, runsOf, widthOf, widthOfRun } from './fonts.ts'

/** A4 in points. */
const width = 595.28
const height = 841.89
const margin = 48
const footHeight = 28

/** The width between the margins in points. */
export const measure = width - 2 * margin

const shades = { ink: 0.13, grey: 0.42, line: 0.8, band: 0.95 } as const
type Shade = keyof typeof shades

interface Place {
  x: number
  size: number
  shade?: Shade
}

/** Pages that fill from the top. `y` counts down from the top margin; what does not fit begins a new page. */
export interface Paper {
  fonts: Fonts
  /** The points that are left on this page. */
  left(): number
  turn(): void
  down(points: number): void
  /** Writes on the line whose top is at the current position; only `down` advances it. */
  write(text: string, place: Place): void
  band(points: number): void
  rule(): void
  finish(foot: string): Promise<Buffer>
}

export async function openPaper(title: string): Promise<Paper> {
  // Loaded on first use: the library is a sixth of the portal's memory at rest.
  const pdf = await import('@cantoo/pdf-lib')
  const { beginText, endText, fill, lineTo, moveText, moveTo, rectangle, setFillingRgbColor, setFontAndSize } = pdf
  const { setLineWidth, setStrokingRgbColor, showText, stroke } = pdf
  const document = await pdf.PDFDocument.create()
  document.setTitle(title)
  document.setLanguage('zh-CN')
  document.setProducer('')
  document.setCreator('')
  const fonts = await addFonts(document, pdf)
  const names = new Map<PDFPage, { latin: PDFName; chinese: PDFName }>()
  let page = addPage()
  let y = 0

  function addPage(): PDFPage {
    const added = document.addPage([width, height])
    names.set(added, {
      latin: added.node.newFontDictionary('Latin', fonts.latin.ref),
      chinese: added.node.newFontDictionary('Song', fonts.chinese),
    })
    return added
  }

  function writeOn(target: PDFPage, text: string, { x, size, shade = 'ink' }: Place, top: number): void {
    const name = names.get(target)
    if (!name) return
    const grey = shades[shade]
    let from = margin + x
    for (const run of runsOf(text)) {
      target.pushOperators(
        beginText(),
        setFillingRgbColor(grey, grey, grey),
        setFontAndSize(run.chinese ? name.chinese : name.latin, size),
        moveText(from, height - margin - top - size),
        showText(encoded(fonts, run)),
        endText(),
      )
      from += widthOfRun(fonts, run, size)
    }
  }

  return {
    fonts,
    left: () => height - 2 * margin - footHeight - y,
    turn() {
      page = addPage()
      y = 0
    },
    down(points) {
      y += points
    },
    write: (text, place) => writeOn(page, text, place, y),
    band(points) {
      const grey = shades.band
      page.pushOperators(
        setFillingRgbColor(grey, grey, grey),
        rectangle(margin, height - margin - y - points, measure, points),
        fill(),
      )
    },
    rule() {
      const grey = shades.line
      const at = height - margin - y
      page.pushOperators(
        setLineWidth(0.5),
        setStrokingRgbColor(grey, grey, grey),
        moveTo(margin, at),
        lineTo(margin + measure, at),
        stroke(),
      )
    },
    async finish(foot) {
      const pages = document.getPages()
      pages.forEach((each, index) => {
        const number = `${index + 1} / ${pages.length}`
        const top = height - 2 * margin - 9
        writeOn(each, foot, { x: 0, size: 8, shade: 'grey' }, top)
        writeOn(each, number, { x: measure - widthOf(fonts, number, 8), size: 8, shade: 'grey' }, top)
      })
      return Buffer.from(await document.save())
    },
  }
}
