import { join } from 'node:path'
import type { Client } from 'pg'
import { applySql } from './apply-sql.ts'
import { readSqlFiles } from './sql-files.ts'

/** Creates functions of newer servers that this one lacks; each file is named after its function. */
export async function addMissing(client: Client): Promise<void> {
  for (const { name, text } of await readSqlFiles(join(import.meta.dirname, 'missing'))) {
    const { rows } = await client.query<{ missing: boolean }>(
      'select not exists (select from pg_proc where proname = $1 and pg_function_is_visible(oid)) as missing',
      [name.replace(/\.sql$/, '')],
    )
    if (rows[0]?.missing) await applySql(client, { what: `建立函数 ${name} `, text }, async () => {})
  }
}
