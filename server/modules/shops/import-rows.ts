import { z } from 'zod'
import {
  type ShopPlatform,
  shopFields,
  shopImport,
  shopImportRows,
  shopPlatformNames,
  shopPlatforms,
} from '#contract/connection-names.ts'
import { id } from '#contract/fields.ts'
import { shop } from '#contract/records/shop.ts'
import { shopImportRow } from '#contract/shops.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { headedRows } from '#server/engines/sheets/headed-rows.ts'
import type { Reading } from '#server/engines/sheets/sheets.ts'
import { conflictText } from './conflict-text.ts'
import { findConflicts } from './conflicts.sql.ts'
import { linesCalled, numbersInUse, type ShopInput } from './shops.sql.ts'

type ReadRow = z.output<typeof shopImportRow>

/** A row of a sheet as stored until it is written. */
export const checkedRow = shopImportRow.extend({ svp_id: id.nullable() })
export type CheckedRow = z.output<typeof checkedRow>

const draft = z.object(shop.input('set'))

export function rowsOf(reading: Reading) {
  const { rows, unread } = headedRows(reading, {
    columns: shopImport,
    fields: shopFields,
    required: ['platform', 'name', 'shop_number'],
    maxRows: shopImportRows,
    rowsCode: -56004,
  })
  return { rows: rows.map(({ row, cells, problems }): ReadRow => ({ ...cells, row, problems })), unread }
}

const platformOf = (text: string): ShopPlatform | undefined =>
  shopPlatforms.find(platform =>
    [platform, shopPlatformNames[platform]].some(name => name.toLowerCase() === text.toLowerCase()),
  )

/** Returns the shop to be added. Throws for a row with problems. */
export const draftOf = ({ platform, name, shop_number, owner_name, svp_id }: CheckedRow): ShopInput =>
  draft.parse({ platform: platformOf(platform), name, shop_number, owner_name, svp_id })

/** Adds to each row its problems, and the line that it names. */
export async function checkRows(company: Database, companyId: string, rows: ReadRow[]): Promise<CheckedRow[]> {
  const called = rows.flatMap(({ line_name }) => line_name || [])
  const numbers = rows.map(({ shop_number }) => shop_number)
  const [lines, taken] = await together(company, database => [
    linesCalled(database, companyId, called),
    numbersInUse(database, companyId, numbers),
  ])
  const byName = Map.groupBy(lines, ({ name }) => name)
  const byAddress = new Map(lines.map(line => [line.address, line]))
  const used = new Set(taken.map(({ platform, shop_number }) => `${platform} ${shop_number}`))
  const earlier = new Map<string, number>()
  return rows.map(read => {
    const problems = [...read.problems]
    const platform = platformOf(read.platform)
    if (!platform) problems.push(read.platform ? `平台不在可选之列：${read.platform}` : '请填写平台')
    const { line_name } = read
    const same = byName.get(line_name) ?? []
    const line = byAddress.get(line_name) ?? (same.length === 1 ? same[0] : undefined)
    if (line_name && !line)
      problems.push(same.length ? `有多条同名专线，请填写地址：${line_name}` : `专线不存在：${line_name}`)
    const parsed = draft.safeParse({ ...read, platform: platform ?? 'other', svp_id: null })
    problems.push(...(parsed.error?.issues.map(({ message }) => message) ?? []))
    const key = `${platform} ${read.shop_number}`
    const before = earlier.get(key)
    if (before !== undefined) problems.push(`与第 ${before} 行的编号重复`)
    else earlier.set(key, read.row)
    if (used.has(key)) problems.push('该平台已有相同编号的店铺')
    return { ...read, problems, svp_id: line?.svp_id ?? null }
  })
}

/** The most warnings for a sheet. */
const maxWarnings = 50

/** Returns the valid rows whose line has, or whose address had, another shop of their platform, also one of the same sheet. */
export async function warningsOf(company: Database, companyId: string, rows: readonly CheckedRow[]) {
  const bound = rows.flatMap(row => {
    const platform = platformOf(row.platform)
    return row.svp_id && platform && platform !== 'other' ? [{ row: row.row, svp_id: row.svp_id, platform }] : []
  })
  const found = await findConflicts(company, companyId, { pairs: bound, except: [], isOwner: true }, shopImportRows)
  const keyOf = ({ svp_id, platform }: { svp_id: string; platform: ShopPlatform }) => `${svp_id} ${platform}`
  const [conflicts, first] = [Map.groupBy(found, keyOf), new Map<string, number>()]
  return bound
    .flatMap(each => {
      const key = keyOf(each)
      const [other] = conflicts.get(key) ?? []
      const before = first.get(key)
      if (before === undefined) first.set(key, each.row)
      if (other) return [{ row: each.row, message: `地址${conflictText(other)}` }]
      return before === undefined ? [] : [{ row: each.row, message: `与第 ${before} 行的同平台店铺是同一条专线` }]
    })
    .slice(0, maxWarnings)
}
