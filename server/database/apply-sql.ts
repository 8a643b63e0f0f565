import { type Client, DatabaseError } from 'pg'
import { MigrationError } from './sql-files.ts'

interface Work {
  /** The name of the file in the message of an error. */
  what: string
  text: string
  /**
   * How long to wait for a table in use. It is brief because behind a waiting `alter table` every reader of the table
   * would queue.
   */
  lockTimeout?: string
}

/** Runs the text of a file and records what is to be remembered of it, in one transaction. Throws MigrationError. */
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

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length
