import type { Client } from 'pg'
import { applyPatiently } from './apply-sql.ts'
import type { DatabaseLog } from './pool.ts'
import { type AppliedFile, MigrationError, type SqlFile } from './sql-files.ts'

/**
 * The table of the functions loaded in this database. It is in no backup: a restored database has rows but no functions yet, and
 * the table must not claim otherwise.
 */
export const functionTable = 'portal_function'

/** Loads the files whose text differs from the database's version, each in its own transaction. Returns their names. */
export async function loadFunctions(client: Client, files: SqlFile[], log: DatabaseLog): Promise<string[]> {
  const { rows: loaded } = await client.query<AppliedFile>(`select name, sha256 from ${functionTable}`)
  const hashes = new Map(loaded.map(({ name, sha256 }) => [name, sha256]))
  const changed = files.filter(({ name, sha256 }) => hashes.get(name) !== sha256)
  for (const file of changed) await load(client, file)
  if (changed.length && loaded.length) log.info(`数据库函数已载入：${changed.map(({ name }) => name).join('、')}`)
  const present = new Set(files.map(({ name }) => name))
  for (const { name } of loaded)
    if (!present.has(name))
      log.warn(
        `数据库函数文件 ${name} 已不在程序里，它建立的函数与触发器仍在数据库里：请在迁移里删除它们，并删除 ${functionTable} 中的这一行（程序暂时退回旧版本时不必处理）`,
      )
  return changed.map(({ name }) => name)
}

const load = (client: Client, { name, sha256, text }: SqlFile) =>
  applyPatiently(client, { what: `载入数据库函数 ${name} `, text }, async () => {
    await refuseOverloads(client)
    await client.query(
      `insert into ${functionTable} (name, sha256) values ($1, $2)
        on conflict (name) do update set sha256 = excluded.sha256, loaded_at = now()`,
      [name, sha256],
    )
  })

/**
 * Refuses overloads: `create or replace` with other parameters creates a second function and leaves the first, which callers may
 * still reach.
 */
async function refuseOverloads(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    group by proname having count(*) > 1`)
  const [first] = rows
  if (first)
    throw new MigrationError(`函数 ${first.name} 的参数变了，而旧的还在：请在迁移里用 drop function if exists 删除旧的`)
}
