import { readFile } from 'node:fs/promises'
import { readMigrations, type SqlFile } from '#server/database/sql-files.ts'

/** The migrations that were ever committed, in the form that `sha256sum --check` reads. */
export const hashesFile = new URL('../server/database/migrations.sha256', import.meta.url)

/**
 * Returns the list with the new migrations at its end. Throws where a file of the list is missing or changed: a database that has
 * run it would no longer start.
 */
export function withNewHashes(recorded: string, files: Pick<SqlFile, 'name' | 'sha256'>[]): string {
  const lines = recorded.split('\n').filter(Boolean)
  const present = new Set(files.map(({ name, sha256 }) => `${sha256}  ${name}`))
  const changed = lines.filter(line => !present.has(line))
  if (changed.length) throw new Error(`已提交的迁移不可改动或删除，请还原，另写一个新的迁移：\n${changed.join('\n')}`)
  const known = new Set(lines)
  return [...lines, ...[...present].filter(line => !known.has(line)), ''].join('\n')
}

export const migrationHashes = async () =>
  withNewHashes(
    await readFile(hashesFile, 'utf8'),
    await readMigrations(new URL('../server/database', import.meta.url).pathname),
  )
