import { BadSheet } from './archive.ts'
import { paddedStyles } from './padded-styles.ts'
import { placeOf, type Reference, referenceOf, rowNumberOf, withReferences } from './places.ts'
import { attribute, type Tag, tagsOf } from './xml.ts'

/** Peculiarities that a reader of values does not report: computed cells, and merged cells. */
export interface Peculiarities {
  /** Row numbers as shown by the sheet. */
  formulaRows: number[]
  mergedRows: number[]
}

/** The key of a cell by its row number and its place in the row from 0. */
export const cellKey = (row: number, column: number) => `${row} ${column}`

interface Inspected extends Peculiarities {
  /** The position of the inspected sheet among all sheets, from 1. */
  sheet: number
  /** The digits that a number is filled up to, by `cellKey`. */
  padded: ReadonlyMap<string, number>
}

/** The tags of one workbook; 5,000 rows of ten cells need a sixth of them. */
const maxTags = 2_000_000
/** A reader allocates a table of all cells up to the last one, so a single distant cell would take gigabytes. */
const maxCells = 2_000_000

/** Empty rows count as well, because a million of them are not worth their memory. */
const emptyFactor = 4

/** Thrown as soon as a sheet has too many rows. */
export class TooManyRows extends Error {}

/**
 * Scans all XML of a workbook once, before a reader of values gets it. Throws BadSheet for content crafted to exhaust a reader's
 * time or memory, and TooManyRows. Rows after `lastRow` are not reported. Cells without a reference, which a file may omit, get theirs,
 * because the reader of values needs it.
 */
export function inspect(files: Map<string, Buffer>, lastRow: number): Inspected {
  const { path, place } = firstSheet(files)
  if (!files.has(path)) throw new BadSheet('no sheet')
  const sheet = newSheet(lastRow, paddedStyles(files.get('xl/styles.xml')))
  let tags = 0
  for (const [name, content] of files) {
    if (!/\.(xml|rels|vml)$/i.test(name)) continue
    for (const tag of tagsOf(content.toString('utf8'))) {
      tags += 1
      if (tags > maxTags) throw new BadSheet('too many tags')
      if (name === path) sheet.see(tag)
    }
    if (name === path) files.set(name, sheet.withPlaces(content))
  }
  return { sheet: place, ...sheet.report() }
}

function newSheet(lastRow: number, paddedStyles: ReadonlyMap<string, number>) {
  const padded = new Map<string, number>()
  const formulaRows = new Set<number>()
  /** By row, the number of merges that begin there minus those that ended before. */
  const merges = new Map<number, number>()
  const missing: Reference[] = []
  let [rows, bottom, right, row, column] = [0, 0, 0, 0, 0]
  const change = (at: number, by: number) => merges.set(at, (merges.get(at) ?? 0) + by)

  function see(tag: Tag): void {
    if (tag.kind === 'close') return
    if (tag.name === 'row') {
      rows += 1
      if (rows > lastRow * emptyFactor) throw new TooManyRows()
      row = rowNumberOf(attribute(tag, 'r')) ?? row + 1
      column = 0
    } else if (tag.name === 'c') {
      const reference = attribute(tag, 'r')
      const place = reference === undefined ? { row, column: column + 1 } : placeOf(reference)
      if (!place) return
      row = place.row
      column = place.column
      if (reference === undefined) missing.push({ at: tag.at, reference: referenceOf(place) })
      bottom = Math.max(bottom, place.row)
      right = Math.max(right, place.column)
      if (bottom * right > maxCells) throw new BadSheet('a cell far away')
      const digits = paddedStyles.size > 0 && paddedStyles.get(attribute(tag, 's') ?? '')
      if (digits) padded.set(cellKey(row, place.column - 1), digits)
    } else if (tag.name === 'f') formulaRows.add(row)
    else if (tag.name === 'mergeCell') {
      const [first, last] = (attribute(tag, 'ref') ?? '').split(':').map(placeOf)
      if (!first || !last) return
      change(first.row, 1)
      change(last.row + 1, -1)
    }
  }

  function report(): Peculiarities & Pick<Inspected, 'padded'> {
    const mergedRows: number[] = []
    let open = 0
    for (let at = 1; at <= lastRow; at++) {
      open += merges.get(at) ?? 0
      if (open > 0) mergedRows.push(at)
    }
    return { formulaRows: [...formulaRows].filter(each => each <= lastRow), mergedRows, padded }
  }

  const withPlaces = (content: Buffer) => withReferences(content, missing)
  return { see, report, withPlaces }
}

/** Returns the first sheet in the workbook's order that a person sees: some programs keep their lists of choices on hidden ones. */
function firstSheet(files: Map<string, Buffer>): { path: string; place: number } {
  const tags = (name: string) => tagsOf(files.get(name)?.toString('utf8') ?? '')
  let [id, place]: [string | undefined, number] = [undefined, 0]
  for (const sheet of tags('xl/workbook.xml')) {
    if (sheet.name !== 'sheet') continue
    place += 1
    if (/hidden/i.test(attribute(sheet, 'state') ?? '')) continue
    id = attribute(sheet, 'r:id')
    break
  }
  if (!id) throw new BadSheet('no sheet')
  for (const tag of tags('xl/_rels/workbook.xml.rels')) {
    if (tag.name !== 'Relationship' || attribute(tag, 'Id') !== id) continue
    const target = attribute(tag, 'Target') ?? ''
    return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, place }
  }
  throw new BadSheet('no sheet')
}
