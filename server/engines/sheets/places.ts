import { BadSheet } from './archive.ts'

interface Place {
  row: number
  /** From 1. */
  column: number
}

/** The reference that a cell lacks, and where it belongs in the XML. */
export interface Reference {
  at: number
  reference: string
}

/** Parses a reference: `B7` is column 2 of row 7. */
export function placeOf(reference: string): Place | undefined {
  const [, letters, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? []
  if (!letters || !row) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return { row: Number(row), column }
}

export const referenceOf = ({ row, column }: Place): string => `${lettersOf(column - 1)}${row}`

/** Returns the number that a row states. Without one it is the next row. */
export function rowNumberOf(stated: string | undefined): number | undefined {
  if (stated === undefined) return undefined
  if (!/^\d{1,7}$/.test(stated)) throw new BadSheet('a row without a number')
  return Number(stated)
}

/** Writes the missing references into the XML of a sheet. */
export function withReferences(content: Buffer, missing: readonly Reference[]): Buffer {
  if (!missing.length) return content
  const xml = content.toString('utf8')
  const parts = missing.map(
    ({ at, reference }, index) => `${xml.slice(missing[index - 1]?.at ?? 0, at)} r="${reference}"`,
  )
  return Buffer.from(`${parts.join('')}${xml.slice(missing.at(-1)?.at)}`)
}

/** Column 0 is A, and 26 is AA. */
export const lettersOf = (column: number): string =>
  `${column < 26 ? '' : lettersOf(Math.floor(column / 26) - 1)}${String.fromCharCode(65 + (column % 26))}`
