import type { Client } from 'pg'
import { functionTable } from './functions.ts'
import { type AppliedFile, MigrationError, type SqlFile } from './sql-files.ts'

const createTables = `
  create table if not exists portal_migration (
    name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now(), works_with text);
  create table if not exists ${functionTable} (
    name text primary key, sha256 text not null, loaded_at timestamptz(3) not null default now());
  -- Adding it again would wait for a backup that reads the table, even where there is nothing to add.
  do $$ begin
    if not exists (select from pg_attribute where attrelid = 'portal_migration'::regclass and attname = 'works_with') then
      alter table portal_migration add column works_with text;
    end if;
  end $$`

/** Reads the migrations applied to the database, and creates the table for them if necessary. */
export async function readApplied(client: Client): Promise<AppliedFile[]> {
  await client.query(createTables)
  return readHistory(client)
}

/** Reads the same without changing anything. */
export async function readHistory(client: Client): Promise<AppliedFile[]> {
  const { rows } = await client.query<{ used: boolean }>(`select to_regclass('portal_migration') is not null as used`)
  if (!rows[0]?.used) return []
  // A database last migrated by an older program lacks the column.
  return (
    await client.query<AppliedFile>(
      `select name, sha256, to_jsonb(portal_migration) ->> 'works_with' as works_with from portal_migration`,
    )
  ).rows
}

export const lastOf = (applied: AppliedFile[]) =>
  applied
    .map(({ name }) => name)
    .sort()
    .at(-1)

/** Reports whether a newer program has migrated the database. */
export function isAhead(applied: AppliedFile[], files: SqlFile[]): boolean {
  const last = lastOf(files)
  return last !== undefined && applied.some(({ name }) => name > last)
}

/** Throws MigrationError if this program and the database are incompatible. */
export function checkHistory(files: SqlFile[], applied: AppliedFile[]): void {
  const hashes = new Map(files.map(file => [file.name, file.sha256]))
  const own = lastOf(files) ?? ''
  for (const { name, sha256, works_with } of applied) {
    const now = hashes.get(name)
    // A newer replica's migration may declare that this program still works with it.
    if (!now && name > own && works_with && works_with <= own.slice(0, 4)) continue
    if (!now) throw new MigrationError(`数据库执行过迁移 ${name}，但程序里没有它：程序版本比数据库旧，请使用更新的版本`)
    if (now !== sha256)
      throw new MigrationError(
        `迁移 ${name} 执行后被改动过：请还原该文件，另写一个新的迁移；只是自己的草稿，就换一个新的 DATA_DIR`,
      )
  }
  const last = lastOf(applied)
  const names = new Set(applied.map(({ name }) => name))
  for (const { name } of files)
    if (last && name < last && !names.has(name))
      throw new MigrationError(`新迁移 ${name} 排在已执行的 ${last} 之前：请给它更大的编号`)
}
