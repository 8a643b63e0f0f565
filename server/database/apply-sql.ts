import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import { MigrationError } from './sql-files.ts'

interface Work {
  /** The file's name for error messages. */
  what: string
  text: string
  /** The time to wait for a table in use. Short, because every reader of the table would queue behind a waiting `alter table`. */
  lockTimeout?: string
}

/** Runs the text of a file and records it by `remember`, in one transaction. Throws MigrationError. */
export async function applySql(
  client: Client,
  { what, text, lockTimeout = '5s' }: Work,
  remember: () => Promise<unknown>,
): Promise<void> {
  try {
    await client.query('begin')
    await client.query(`set local lock_timeout = '${lockTimeout}'`)
    await client.query(text)
    await remember()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const line =
      error instanceof DatabaseError && error.position ? `第 ${lineAt(text, Number(error.position))} 行：` : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`${what}失败，数据库未改动：${line}${reason}`, { cause: error })
  }
}

/** The attempts take some 20 seconds in total, during which a job's transaction may hold the table. */
const maxAttempts = 30

/**
 * Runs the text while its tables are in use. An `alter table` or a trigger waits for the writers of its table, and all others would
 * queue behind it. So it gives up after half a second, which is also before PostgreSQL would resolve a deadlock by ending a
 * transaction, and retries.
 */
export async function applyPatiently(client: Client, work: Work, remember: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await applySql(client, { ...work, lockTimeout: '500ms' }, remember)
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      const isBusy = cause instanceof DatabaseError && cause.code === '55P03'
      if (!isBusy || attempt === maxAttempts) throw error
      await sleep(200)
    }
}

/** Repeats one statement, each time in its own transaction, until it changes no row. Throws MigrationError. */
export async function applyInBatches(client: Client, work: Work): Promise<void> {
  for (let changed: number | null = 1; changed; )
    await applyPatiently(client, { ...work, text: '' }, async () => {
      changed = (await client.query(work.text)).rowCount
    })
}

/** Runs one statement after the other, each outside of a transaction. Throws MigrationError. */
export async function applyConcurrently(client: Client, { what, text }: Work): Promise<void> {
  const statements = text.replaceAll(/^--.*$/gm, '').split(/;\s*$/m)
  for (const statement of statements.map(each => each.trim()).filter(each => each))
    try {
      await client.query(statement)
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new MigrationError(`${what}没有做完，下次启动时从头再做：${statement.split('\n')[0]}：${reason}`, {
        cause: error,
      })
    }
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length
