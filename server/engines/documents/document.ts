import { setImmediate as otherWork } from 'node:timers/promises'
import { widthOf } from './fonts.ts'
import { measure, openPaper, type Paper } from './sheet-of-paper.ts'
import { wrap } from './wrap.ts'

interface Column {
  title: string
  /** The column's share of the width, relative to the sum of all shares. */
  share: number
  align?: 'right'
}

export type Block =
  | { heading: string }
  | { text: string }
  | { facts: [label: string, value: string][] }
  | { table: { columns: Column[]; rows: string[][] } }

interface Content {
  title: string
  /** The same in another language. */
  subtitle?: string
  /** Labels and values under the title. */
  facts?: [label: string, value: string][]
  blocks: Block[]
  /** The footer of each page, beside the page number. */
  foot: string
}

const size = 9
const lineHeight = 14
const gap = 8
const labelWidth = 130

/**
 * Creates a Chinese A4 document: a title, followed by headings, paragraphs, facts and tables, whose header rows are repeated on
 * each page. Yields to other requests while a long table is laid out.
 */
export async function pdfDocument({ title, subtitle, facts, blocks, foot }: Content): Promise<Buffer> {
  const paper = await openPaper(title)
  writeLines(paper, wrap(paper.fonts, title, 18, measure), { size: 18, height: 26 })
  if (subtitle) writeLines(paper, wrap(paper.fonts, subtitle, 11, measure), { size: 11, height: 16 })
  paper.down(gap)
  if (facts) writeFacts(paper, facts)
  for (const block of blocks) {
    if ('heading' in block) writeHeading(paper, block.heading)
    else if ('text' in block) writeText(paper, block.text)
    else if ('facts' in block) writeFacts(paper, block.facts)
    else await writeTable(paper, block.table.columns, block.table.rows)
  }
  return paper.finish(foot)
}

function writeLines(paper: Paper, lines: string[], of: { size: number; height: number }): void {
  for (const line of lines) {
    if (paper.left() < of.height) paper.turn()
    paper.write(line, { x: 0, size: of.size })
    paper.down(of.height)
  }
}

function writeHeading(paper: Paper, heading: string): void {
  // A heading is not left alone at the end of a page.
  if (paper.left() < 80) paper.turn()
  paper.down(gap)
  writeLines(paper, wrap(paper.fonts, heading, 12, measure), { size: 12, height: 20 })
}

function writeText(paper: Paper, text: string): void {
  writeLines(paper, wrap(paper.fonts, text, size, measure), { size, height: lineHeight })
  paper.down(gap)
}

function writeFacts(paper: Paper, facts: [string, string][]): void {
  for (const [label, value] of facts) {
    wrap(paper.fonts, value, size, measure - labelWidth).forEach((line, index) => {
      if (paper.left() < lineHeight) paper.turn()
      if (index === 0) paper.write(label, { x: 0, size, shade: 'grey' })
      paper.write(line, { x: labelWidth, size })
      paper.down(lineHeight)
    })
  }
  paper.down(gap)
}

async function writeTable(paper: Paper, columns: Column[], rows: string[][]): Promise<void> {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  let from = 0
  const places = columns.map(column => {
    const width = (column.share / shares) * measure
    const place = { ...column, x: from, width }
    from += width
    return place
  })

  const padding = 4
  const writeRow = (cells: string[], isHead: boolean): void => {
    const wrapped = places.map(({ width }, index) => wrap(paper.fonts, cells[index] ?? '', size, width - 2 * padding))
    const height = Math.max(...wrapped.map(lines => lines.length)) * lineHeight + padding
    if (!isHead && paper.left() < height) {
      paper.turn()
      writeHead()
    }
    if (isHead) paper.band(height)
    places.forEach((place, index) => {
      wrapped[index]?.forEach((line, number) => {
        const space = place.width - padding - widthOf(paper.fonts, line, size)
        const x = place.x + (place.align === 'right' ? space : padding)
        paper.down(number * lineHeight + padding / 2 + 1)
        paper.write(line, { x, size, shade: isHead ? 'grey' : 'ink' })
        paper.down(-(number * lineHeight + padding / 2 + 1))
      })
    })
    paper.down(height)
    paper.rule()
  }
  const writeHead = () =>
    writeRow(
      columns.map(({ title }) => title),
      true,
    )

  if (paper.left() < 60) paper.turn()
  writeHead()
  for (const [index, row] of rows.entries()) {
    if (index % 100 === 99) await otherWork()
    writeRow(row, false)
  }
  paper.down(gap)
}
