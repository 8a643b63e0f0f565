import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { networkAddressImports } from '#contract/operations/network-address-imports.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import type { RowProblem, StockRow } from '#server/modules/catalogue/import-stock.ts'

const addressImport = networkAddressImports.getAddressImport.output.extend({
  file_name: z.string(),
  /** The number of rows refused at the preview. */
  bad: z.int(),
})
const columns = selectList(addressImport)

const insertedImport = z.object({ import_id: id })

export const insertAddressImport = (
  database: Database,
  { operatorId, fileName, rows, bad }: { operatorId: string; fileName: string; rows: StockRow[]; bad: number },
) =>
  database.one(insertedImport)`
    insert into address_import (operator_id, file_name, rows, total, bad)
    values (${operatorId}, ${fileName}, ${JSON.stringify(rows)}::jsonb, ${rows.length}, ${bad})
    returning id as import_id`

export const findAddressImport = (database: Database, importId: string) =>
  database.row(addressImport)`select ${columns} from address_import where id = ${importId}`

/** Locks the import, so that only one run writes its rows at a time. */
export const lockAddressImport = (database: Database, importId: string) =>
  database.row(addressImport)`select ${columns} from address_import where id = ${importId} for update`

const stockRow = z.object({ regionId: id, accessWayId: id, address: z.string(), gateway: z.string(), line: z.int() })

const importedRows = z.object({ rows: z.array(stockRow) })

/** `start` is counted from 0. */
export const rowsFrom = async (
  database: Database,
  importId: string,
  start: number,
  count: number,
): Promise<StockRow[]> =>
  (
    await database.row(importedRows)`
      select jsonb_path_query_array(rows, '$[$first to $last]',
        jsonb_build_object('first', ${start}::integer, 'last', ${start + count - 1}::integer)) as rows
      from address_import where id = ${importId}`
  )?.rows ?? []

/** Zero rows change once the import has left its preview, so of two confirmations the second does nothing. */
export const leavePreview = (database: Database, importId: string, state: 'running' | 'cancelled') =>
  database.change`update address_import set state = ${state} where id = ${importId} and state = 'previewed'`

export const recordRows = (
  database: Database,
  importId: string,
  { done, added, failed }: { done: number; added: number; failed: RowProblem[] },
) =>
  database.change`
    update address_import set done = done + ${done}::integer, added = added + ${added}::integer,
      failed = failed || ${JSON.stringify(failed)}::jsonb,
      state = case when done + ${done}::integer >= total then 'done' else state end
    where id = ${importId}`

export const failAddressImport = (database: Database, importId: string) =>
  database.change`update address_import set state = 'failed' where id = ${importId} and state = 'running'`
