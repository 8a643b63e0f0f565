import { z } from 'zod'
import { maxShops, shopFields, shopImport, shopImportRows, shopPlatformNames } from '#contract/connection-names.ts'
import { id } from '#contract/fields.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import { requireSize } from '#server/engines/files/uploads.ts'
import { previewOf } from '#server/engines/sheets/preview.ts'
import { isWorkbook, readFirstSheet, writeSheets } from '#server/engines/sheets/sheets.ts'
import { keepLines } from '#server/modules/lines/group-members.sql.ts'
import { type CheckedRow, checkedRow, checkRows, draftOf, rowsOf, warningsOf } from './import-rows.ts'
import { countShops, insertShops, lockShops } from './shops.sql.ts'

/** A sheet of a thousand rows takes some ten kilobytes. */
const importMegabytes = 5

const inserted = z.object({ import_id: id })
const keptImport = z.object({ state: z.enum(['previewed', 'done']), bad: z.int(), rows: z.array(checkedRow) })

const lockImport = (company: Database, companyId: string, importId: string) =>
  company.row(keptImport)`
    select state, bad, rows from shop_import where company_id = ${companyId} and id = ${importId} for update`

const hints: Record<(typeof shopImport)[number], string> = {
  platform: `必填，可填：${Object.values(shopPlatformNames).join('、')}。`,
  name: `必填，最多 ${shopFields.name.max} 个字。`,
  shop_number: `必填，平台上的店铺或账号编号，同一平台内不可重复，最多 ${shopFields.shop_number.max} 个字。`,
  owner_name: `选填，最多 ${shopFields.owner_name.max} 个字。`,
  line_name: '选填，专线的名称或地址；有同名专线时请填地址。',
}

export const shopImportCalls = {
  async getShopImportTemplate({ services, membership }) {
    const sheets = [
      {
        name: '店铺',
        columns: shopImport.map(name => ({ title: shopFields[name].label, width: 24, kind: 'text' as const })),
      },
      {
        name: '填写说明',
        columns: [
          { title: '列', width: 14 },
          { title: '说明', width: 90 },
        ],
      },
    ]
    const rows = shopImport.map(name => [shopFields[name].label, hints[name]])
    const content = await writeSheets(membership.companyId, sheets, [{ sheet: 1, rows }])
    const fileName = '店铺导入模板.xlsx'
    return { url: await keepExport(services, { content, fileName }), file_name: fileName }
  },

  async previewShopImport(context) {
    const {
      company,
      membership: { companyId },
      upload,
    } = context
    requireSize(upload, importMegabytes)
    if (!isWorkbook(upload.content)) throw new Refusal(-47010)
    const reading = await readFirstSheet(companyId, upload.content, shopImportRows + 1)
    const { rows: read, unread: unread_columns } = rowsOf(reading)
    const rows = await checkRows(company, companyId, read)
    const { good, bad, listed } = previewOf(rows)
    const warnings = await warningsOf(company, companyId, good)
    return context.once(async ({ company }) => {
      const added = await company.one(inserted)`
        insert into shop_import (company_id, rows, bad)
        values (${companyId}, ${JSON.stringify(good)}::jsonb, ${bad.length}) returning id as import_id`
      const rows = listed.map(withoutLine)
      return { ...added, good: good.length, bad: bad.length, rows, unread_columns, warnings }
    })
  },

  async commitShopImport({ company, membership }, { import_id, good_only }) {
    const { companyId } = membership
    // Guard: of two concurrent commits the second waits for the row, and finds it done.
    const found = orRefuse(await lockImport(company, companyId, import_id), -47013)
    if (found.state !== 'previewed') throw new Refusal(-47014)
    if (found.bad && !good_only) throw new Refusal(-47015, found.bad)
    // A line that a row names may have been released since the sheet was read.
    const lineIds = [...new Set(found.rows.flatMap(({ svp_id }) => svp_id ?? []))]
    if ((await keepLines(company, companyId, lineIds)) < lineIds.length) throw new Refusal(-52001)
    await lockShops(company, companyId)
    if ((await countShops(company, companyId, {})) + found.rows.length > maxShops) throw new Refusal(-56003)
    const added = await insertShops(company, companyId, found.rows.map(draftOf))
    await company.change`
      update shop_import set state = 'done' where company_id = ${companyId} and id = ${import_id}`
    const detail = `${added.length} 家`
    await recordActivity(company, companyId, [{ action: 'shop.imported', id: companyId, name: '', detail }])
    return { added: added.length, skipped: found.rows.length - added.length }
  },
} satisfies SomeHandlers

/** Omits what only the writing needs. */
const withoutLine = ({ svp_id: _, ...row }: CheckedRow) => row
