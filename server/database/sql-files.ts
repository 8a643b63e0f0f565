import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Signals that the database can't be brought to this version of the portal; the message says what to do. */
export class MigrationError extends Error {}

/** The database's entry about a file that has run. */
export interface AppliedFile {
  name: string
  sha256: string
  works_with?: string | null
}

export interface SqlFile extends AppliedFile {
  text: string
}

export interface Migration extends SqlFile {
  /**
   * The number of the oldest program, by its last migration, that keeps working once this one has run; it stands in the
   * file as `-- works with 0048`. Undefined refuses every program that does not know this migration.
   */
  worksWith: string | undefined
  /** The statement, under a line `-- in batches`, runs in transactions of its own until it changes nothing. */
  inBatches: boolean
  /**
   * Each statement, under a line `-- concurrently`, runs by itself and outside of a transaction, as `create index concurrently`
   * must. After a failure the file begins anew, so each statement may be repeated. One ends with its line.
   */
  concurrently: boolean
}

/**
 * Reads the migrations in the order of their numbers. Throws MigrationError when that order is not plain from the
 * names.
 */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const files = await readSqlFiles(join(dir, 'migrations'))
  const numbers = new Set<string>()
  for (const { name } of files) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (!number) throw new MigrationError(`迁移文件名应为 NNNN-name.sql：${name}`)
    if (numbers.has(number)) throw new MigrationError(`迁移编号重复：${name}`)
    numbers.add(number)
  }
  return files.map(file => ({
    ...file,
    worksWith: /^-- works with (\d{4})$/m.exec(file.text)?.[1],
    inBatches: /^-- in batches$/m.test(file.text),
    concurrently: /^-- concurrently$/m.test(file.text),
  }))
}

/**
 * Reads the files of functions, by name. Their order does not matter, because PL/pgSQL looks up what it calls only
 * when it runs.
 */
export const readFunctions = (dir: string): Promise<SqlFile[]> => readSqlFiles(join(dir, 'functions'))

export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => {
      // A checkout on Windows may have changed the line ends.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
