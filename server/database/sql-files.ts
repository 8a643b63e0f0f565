import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The database cannot be brought to this version of the portal; the message says what to do. */
export class MigrationError extends Error {}

/** The database's record of an applied file. */
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
   * The oldest program, by the number of its last migration, that keeps working after this one; declared in the file as `-- works
   * with 0048`. Undefined refuses every program that lacks this migration.
   */
  worksWith: string | undefined
  /** True for a file with `-- in batches`: its statement is repeated, each time in a transaction, until it changes nothing. */
  inBatches: boolean
  /**
   * True for a file with a line `-- concurrently`: each statement runs by itself outside a transaction, as `create index
   * concurrently` requires. It ends with its line, and must be repeatable, because the file starts over after a failure.
   */
  concurrently: boolean
}

/** Reads the migrations in the order of their numbers. Throws MigrationError if the names leave that order ambiguous. */
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
 * Reads the function files, by name. Their order does not matter, because PL/pgSQL resolves the functions it calls only when it
 * runs.
 */
export const readFunctions = (dir: string): Promise<SqlFile[]> => readSqlFiles(join(dir, 'functions'))

export async function readSqlFiles(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async name => {
      // A checkout on Windows may have changed the line ends.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, sha256: hash('sha256', text, 'hex') }
    }),
  )
}
