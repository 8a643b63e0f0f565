import { BlockList, isIP } from 'node:net'
import { addressColumns } from '#contract/operations/network-names.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import type { Database } from '#server/database/database.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { Services } from '#server/engines/services.ts'
import { insertAddresses, type NewAddress, placeIds } from './import-stock.sql.ts'

/** Explains to the operator why a file could not be read at all. */
export class StockProblem extends OperatorProblem {}

export interface RowProblem {
  /** Counted as in an editor, so the header is line 1. */
  line: number
  problem: string
}

const maxRows = 200_000
/** Rows in one batch: few enough that a purchase of one of these places waits only briefly for their stock's locks. */
const rowsAtOnce = 500

/** The columns appended to the file of refused rows. A corrected file is read again with them. */
export const rowNotes = ['行号', '问题']

export const alreadyThere = '地址已在库中'

/** These addresses belong to nobody, or to private networks, so no customer can be sold one. */
const never = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  never.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 128],
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  never.addSubnet(network, prefix, 'ipv6')

/**
 * Adds the valid rows' addresses to the stock, each once, and returns what is wrong with the other rows. A file that was imported
 * before, even in part, can be imported again: existing addresses are refused row by row.
 */
export async function importStock(
  { system }: Pick<Services, 'system'>,
  { csv }: { csv: string },
): Promise<{ added: number; problems: RowProblem[] }> {
  const { rows, problems } = await readRows(system, csv)
  let added = 0
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const chunk = rows.slice(from, from + rowsAtOnce)
    const existing = new Set(await insertAddresses(system, chunk))
    for (const place of existing) problems.push(problemOf(chunk[place], alreadyThere))
    added += chunk.length - existing.size
  }
  if (added)
    await recordAudit(system, { action: 'stock.imported', target: 'stock', after: { added, refused: problems.length } })
  return { added, problems: problems.toSorted((a, b) => a.line - b.line) }
}

export type StockRow = NewAddress & { line: number }

export const problemOf = (row: StockRow | undefined, problem: string): RowProblem => ({ line: row?.line ?? 0, problem })

/** Returns which rows can be added to the stock, and what is wrong with the rest. It queries only places. */
export async function readRows(
  database: Database,
  csv: string,
  most = maxRows,
): Promise<{ rows: StockRow[]; problems: RowProblem[] }> {
  const [header = '', ...lines] = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const columns = cellsOf(header).map(name => name.toLowerCase())
  const noted = columns.join(',') === [...addressColumns, ...rowNotes].join(',')
  if (!noted && columns.join(',') !== addressColumns.join(','))
    throw new StockProblem(`第一行须为 ${addressColumns.join(',')}`)
  if (lines.length > most + 1) throw new StockProblem(`一次最多 ${most} 行，请分成几个文件`)
  const { regions, ways } = await placeIds(database)
  const rows: StockRow[] = []
  const problems: RowProblem[] = []
  const firstLineOf = new Map<string, number>()
  for (const [index, written] of lines.entries()) {
    const line = index + 2
    const cells = cellsOf(written)
    // Spreadsheets leave rows of nothing but commas where rows were deleted.
    if (cells.every(cell => !cell)) continue
    const [region = '', way = '', address = '', gateway = ''] = cells
    const [regionId, accessWayId, canonical] = [regions.get(region), ways.get(way), canonicalAddress(address)]
    const earlier = canonical && firstLineOf.get(canonical)
    const found = [
      cells.length !== columns.length && `应有 ${columns.length} 列，实有 ${cells.length} 列`,
      !regionId && (region ? `没有代码为“${region}”的地区` : '没有填写地区'),
      !accessWayId && (way ? `没有代码为“${way}”的接入方式` : '没有填写接入方式'),
      !canonical && (address ? `“${address}”不是可以出售的公网 IPv4 或 IPv6 地址` : '没有填写地址'),
      !isHost(gateway) && (gateway ? `“${gateway}”不是网关的域名或地址` : '没有填写网关'),
      earlier && `与第 ${earlier} 行的地址重复`,
    ].filter(each => typeof each === 'string')
    if (found.length || !regionId || !accessWayId || !canonical) {
      problems.push({ line, problem: found.join('；') })
      continue
    }
    firstLineOf.set(canonical, line)
    rows.push({ regionId, accessWayId, address: canonical, gateway: gateway.toLowerCase(), line })
  }
  return { rows, problems }
}

/** None of our cells holds a comma, but a spreadsheet may quote them all the same. */
export const cellsOf = (line: string): string[] =>
  line.split(',').map(cell =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )

/** Returns the canonical text of an address, or undefined when no customer could be given it. */
export function canonicalAddress(written: string): string | undefined {
  const family = isIP(written)
  if (family === 4) return never.check(written, 'ipv4') ? undefined : written
  // A zone (%eth0) is only valid on the local machine, and ::ffff:1.2.3.4 would be a second name of 1.2.3.4.
  if (family !== 6 || written.includes('%')) return undefined
  const canonical = new URL(`http://[${written}]`).hostname.slice(1, -1)
  return canonical.startsWith('::ffff:') || never.check(canonical, 'ipv6') ? undefined : canonical
}

export const isHost = (host: string): boolean =>
  isIP(host) !== 0 || (host.length <= 253 && /^(?!-)[a-z0-9-]{1,63}(\.(?!-)[a-z0-9-]{1,63})+$/i.test(host))
