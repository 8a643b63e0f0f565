import { giftRows } from '#contract/operations/coupons-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Upload } from '#server/engines/context.ts'
import { requireSize } from '#server/engines/files/uploads.ts'
import { isWorkbook, readFirstSheet } from '#server/engines/sheets/sheets.ts'

const megabytes = 5
/** A sheet has a heading, and people leave lines blank. */
const maxLines = giftRows * 2
const longestLine = 200
const headings = ['统一社会信用代码', '企业名称', '企业全称', '企业']

/** Decodes UTF-8, or what Excel saves as CSV in China. */
function textOf(content: Buffer): string | undefined {
  for (const encoding of ['utf-8', 'gb18030'])
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(content)
    } catch {}
}

/**
 * Splits one line of CSV into cells; a quoted cell may hold a comma and doubled quotes. Each is matched with the comma before it:
 * after an empty match the search moves on by one character, past the comma of an empty first cell.
 */
function cellsOf(text: string): string[] {
  const cells = `,${text}`.matchAll(/[,\t](?:"((?:[^"]|"")*)"|([^,\t]*))/g)
  return [...cells].map(([, quoted, bare]) => (quoted?.replaceAll('""', '"') ?? bare ?? '').trim())
}

/** Reads credit codes or names, one company a line. In a table it takes the column with a matching heading, otherwise the first. */
export async function giftListOf(operatorId: string, upload: Upload): Promise<string[]> {
  requireSize(upload, megabytes)
  const rows = await rowsOf(operatorId, upload.content)
  const [first = []] = rows
  const heading = headings.find(each => first.includes(each))
  const column = heading ? first.indexOf(heading) : 0
  const lines = rows
    .slice(heading ? 1 : 0)
    // PostgreSQL stores no NUL, and no company has one in its name.
    .map(cells =>
      (cells[column] ?? '')
        .replaceAll(/\p{Cc}/gu, '')
        .toWellFormed()
        .trim(),
    )
    .filter(Boolean)
    .map(line => line.slice(0, longestLine).toWellFormed())
  if (!lines.length || lines.length > giftRows) throw new Refusal(-53504, giftRows)
  return lines
}

async function rowsOf(operatorId: string, content: Buffer): Promise<string[][]> {
  if (isWorkbook(content)) {
    const reading = await readFirstSheet(operatorId, content, maxLines)
    if ('rows' in reading) return reading.rows
    throw reading.problem === 'too many rows' ? new Refusal(-53504, giftRows) : new Refusal(-53505)
  }
  const text = textOf(content)
  // Neither a workbook nor text: perhaps the older XLS format.
  if (text === undefined || text.includes('\0')) throw new Refusal(-53505)
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  if (lines.length > maxLines) throw new Refusal(-53504, giftRows)
  return lines.map(cellsOf)
}
