import sql from 'sql-template-tag'
import type { importStates } from '#contract/operations/network-names.ts'
import type { RowProblem, StockRow } from '../catalogue/import-stock.ts'
import type { Database } from '../database/database.ts'

type ImportState = (typeof importStates)[number]

export interface AddressImport {
  operator_id: string
  file_name: string
  state: ImportState
  total: number
  bad: number
  done: number
  added: number
  failed: RowProblem[]
}

export const insertAddressImport = (
  database: Database,
  { operatorId, fileName, rows, bad }: { operatorId: string; fileName: string; rows: StockRow[]; bad: number },
) =>
  database.row<{ id: string }>(sql`
    insert into address_import (operator_id, file_name, rows, total, bad)
    values (${operatorId}, ${fileName}, ${JSON.stringify(rows)}::jsonb, ${rows.length}, ${bad}) returning id`)

const columns = sql`operator_id, file_name, state, total, bad, done, added, failed`

export const findAddressImport = (database: Database, id: string) =>
  database.row<AddressImport>(sql`select ${columns} from address_import where id = ${id}`)

/** Whoever writes the next rows waits for who does it now. */
export const lockAddressImport = (database: Database, id: string) =>
  database.row<AddressImport>(sql`select ${columns} from address_import where id = ${id} for update`)

/** From `start`, counted from 0. */
export const rowsFrom = async (database: Database, id: string, start: number, count: number): Promise<StockRow[]> =>
  (
    await database.row<{ rows: StockRow[] }>(sql`
      select jsonb_path_query_array(rows, '$[$first to $last]',
        jsonb_build_object('first', ${start}::integer, 'last', ${start + count - 1}::integer)) as rows
      from address_import where id = ${id}`)
  )?.rows ?? []

/** Zero for what is not only looked at any more: of two confirmations the second does nothing. */
export const leavePreview = (database: Database, id: string, state: 'running' | 'cancelled') =>
  database.change(sql`update address_import set state = ${state} where id = ${id} and state = 'previewed'`)

export const recordRows = (
  database: Database,
  id: string,
  { done, added, failed }: { done: number; added: number; failed: RowProblem[] },
) =>
  database.change(sql`
    update address_import set done = done + ${done}::integer, added = added + ${added}::integer,
      failed = failed || ${JSON.stringify(failed)}::jsonb,
      state = case when done + ${done}::integer >= total then 'done' else state end
    where id = ${id}`)

export const failAddressImport = (database: Database, id: string) =>
  database.change(sql`update address_import set state = 'failed' where id = ${id} and state = 'running'`)
