/** What a reader of values does not tell: cells that are computed, and cells that stand for several. */
export interface Peculiarities {
  /** Row numbers as the sheet shows them. */
  formulaRows: number[]
  mergedRows: number[]
}

/** Rows beyond what is read anyway are of no interest; a merge over whole columns would name a million. */
export function inspect(sheetXml: string, lastRow: number): Peculiarities {
  const formulaRows = new Set<number>()
  for (const [, row] of sheetXml.matchAll(/<(?:\w+:)?c\b[^>]*\br="[A-Z]{1,3}(\d{1,7})"[^>]*>\s*<(?:\w+:)?f[\s/>]/g))
    if (Number(row) <= lastRow) formulaRows.add(Number(row))
  const mergedRows = new Set<number>()
  for (const [, first, last] of sheetXml.matchAll(
    /<(?:\w+:)?mergeCell\b[^>]*\bref="[A-Z]{1,3}(\d{1,7}):[A-Z]{1,3}(\d{1,7})"/g,
  ))
    for (let row = Number(first); row <= Math.min(Number(last), lastRow); row++) mergedRows.add(row)
  return { formulaRows: [...formulaRows], mergedRows: [...mergedRows] }
}

/** The path of the first sheet, as the workbook lists them. */
export function firstSheetPath(files: Map<string, Buffer>): string | undefined {
  const text = (name: string) => files.get(name)?.toString('utf8') ?? ''
  const id = /<(?:\w+:)?sheet\b[^>]*\br:id="([^"]+)"/.exec(text('xl/workbook.xml'))?.[1]
  const relations = text('xl/_rels/workbook.xml.rels').match(/<Relationship\b[^>]*>/g) ?? []
  const target = relations.find(relation => relation.includes(`Id="${id}"`))?.match(/Target="([^"]+)"/)?.[1]
  if (!target) return undefined
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}
