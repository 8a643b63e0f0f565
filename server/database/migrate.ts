import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client, DatabaseError } from 'pg'
import { clientConfig, companyRole, type DatabaseLog } from './pool.ts'

export const migrationsDir = join(import.meta.dirname, 'migrations')

/** The database can't be brought to this version of the portal; the message says what to do. */
export class MigrationError extends Error {}

// Any number that nothing else in this database locks.
const lock = 4_715_301_842

/** A table that is there while a backup is restored; it goes with the commit of the data. */
export const restoreMark = 'restore_under_way'

export interface MigrateOptions {
  url: string
  log: DatabaseLog
  dir?: string
  /** The last file to run: the level of a backup that is being restored. Others find such a database closed. */
  upTo?: string
}

/** Runs the files that this database has not seen, in order, each in its own transaction. Returns their names. */
export async function migrate({ url, log, dir = migrationsDir, upTo }: MigrateOptions): Promise<string[]> {
  const files = (await readMigrations(dir)).filter(({ name }) => upTo === undefined || name <= upTo)
  const client = new Client(clientConfig(url))
  client.on('error', () => {})
  await client.connect()
  try {
    // Held until the connection ends: portals that start at once go one after the other.
    await client.query('select pg_advisory_lock($1)', [lock])
    if (upTo === undefined) await refuseHalfRestored(client)
    await ensureCompanyRole(client)
    await client.query(`create table if not exists portal_migration (
      name text primary key, sha256 text not null, applied_at timestamptz(3) not null default now())`)
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from portal_migration')
    checkHistory(files, rows)
    const seen = new Set(rows.map(row => row.name))
    const added = files.filter(file => !seen.has(file.name))
    for (const file of added) {
      await apply(client, file)
      log.info(`数据库已迁移：${file.name}`)
    }
    return added.map(file => file.name)
  } finally {
    await client.end()
  }
}

/** A portal that started on it would show, and in demonstration fill, what looks like a new database. */
async function refuseHalfRestored(client: Client): Promise<void> {
  const { rows } = await client.query<{ marked: boolean }>(`select to_regclass('${restoreMark}') is not null as marked`)
  if (rows[0]?.marked)
    throw new MigrationError(
      '上一次从备份恢复没有完成：请重新执行恢复（npm run restore），完成之前门户不能使用这个数据库',
    )
}

/** Whether this program knows every migration of another database, in the same words. Throws MigrationError. */
export async function checkMigrations(applied: { name: string; sha256: string }[], dir = migrationsDir): Promise<void> {
  checkHistory(await readMigrations(dir), applied)
}

interface Migration {
  name: string
  sha256: string
  text: string
}

async function readMigrations(dir: string): Promise<Migration[]> {
  const names = (await readdir(dir)).filter(name => name.endsWith('.sql')).sort()
  const numbers = new Set<string>()
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new MigrationError(`迁移文件名应为 NNNN-name.sql：${name}`)
    if (numbers.has(number)) throw new MigrationError(`迁移编号重复：${name}`)
    numbers.add(number)
  }
  return Promise.all(
    names.map(async name => {
      // A checkout on Windows may have turned the line ends.
      const text = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function checkHistory(files: Migration[], applied: { name: string; sha256: string }[]): void {
  const known = new Map(files.map(file => [file.name, file.sha256]))
  for (const { name, sha256 } of applied) {
    const now = known.get(name)
    if (!now) throw new MigrationError(`数据库执行过迁移 ${name}，但程序里没有它：程序版本比数据库旧，请使用更新的版本`)
    if (now !== sha256) throw new MigrationError(`迁移 ${name} 执行后被改动过：请还原该文件，另写一个新的迁移`)
  }
  const last = applied
    .map(row => row.name)
    .sort()
    .at(-1)
  const names = new Set(applied.map(row => row.name))
  for (const { name } of files)
    if (last && name < last && !names.has(name))
      throw new MigrationError(`新迁移 ${name} 排在已执行的 ${last} 之前：请给它更大的编号`)
}

async function apply(client: Client, { name, sha256, text }: Migration): Promise<void> {
  try {
    await client.query('begin')
    // A table in use is waited for briefly only: behind a waiting `alter table` every reader of it would queue.
    await client.query(`set local lock_timeout = '5s'`)
    await client.query(text)
    await client.query('insert into portal_migration (name, sha256) values ($1, $2)', [name, sha256])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const line =
      error instanceof DatabaseError && error.position ? `第 ${lineAt(text, Number(error.position))} 行：` : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`迁移 ${name} 失败，数据库未改动：${line}${reason}`, { cause: error })
  }
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length

/** Roles belong to the whole server: another database's portal may be making the same one at this moment. */
async function ensureCompanyRole(client: Client): Promise<void> {
  const ready = async () => {
    const { rows } = await client.query<{ ready: boolean }>(
      `select exists (select from pg_roles where rolname = '${companyRole}' and pg_has_role(oid, 'set')) as ready`,
    )
    return rows[0]?.ready
  }
  for (let attempt = 1; !(await ready()); attempt += 1) {
    try {
      await client.query(`do $$ begin create role ${companyRole} nologin; exception
        when duplicate_object or unique_violation then null; end $$`)
      await client.query(`grant ${companyRole} to current_user with set true, inherit false`)
    } catch (error) {
      const refused = error instanceof DatabaseError && error.code === '42501'
      if (refused)
        throw new MigrationError(
          `数据库用户不能创建或使用角色 ${companyRole}：请授予 CREATEROLE，或由管理员执行 create role ${companyRole} nologin 并 grant ${companyRole} to 该用户`,
          { cause: error },
        )
      // "tuple concurrently updated": two grants at once.
      if (attempt === 5) throw error
      await new Promise(resolve => setTimeout(resolve, 20 * attempt))
    }
  }
}
