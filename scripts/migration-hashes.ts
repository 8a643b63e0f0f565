import { readFile } from 'node:fs/promises'
import { readMigrations, type SqlFile } from '#server/database/sql-files.ts'
import { readSquashed } from '#server/database/squash.ts'
import { branchedFrom, git } from './branched-from.ts'

/** The migrations of the main branch and of this one, in the form that `sha256sum --check` reads. */
const path = 'server/database/migrations.sha256'
export const hashesFile = new URL(`../${path}`, import.meta.url)

const linesOf = (text: string) => text.split('\n').filter(Boolean)
const lineOf = ({ name, sha256 }: Pick<SqlFile, 'name' | 'sha256'>) => `${sha256}  ${name}`

/**
 * Returns the list with the new migrations at its end. Throws where a file of the main branch is missing or changed: a database that
 * has run it would no longer start. A migration that is only on this branch is still a draft.
 */
export function withNewHashes(
  recorded: string,
  files: Pick<SqlFile, 'name' | 'sha256'>[],
  ofMain: string = recorded,
): string {
  const present = new Set(files.map(lineOf))
  const changed = linesOf(ofMain).filter(line => !present.has(line))
  if (changed.length)
    throw new Error(
      `A migration of the main branch is changed or gone, and databases that have run it would refuse to start. Restore it and write a new one:\n${changed.join('\n')}`,
    )
  const kept = linesOf(recorded).filter(line => present.has(line))
  const known = new Set(kept)
  return [...kept, ...[...present].filter(line => !known.has(line)), ''].join('\n')
}

export async function migrationHashes(): Promise<string> {
  const base = branchedFrom()
  // Without git, as in an unpacked archive, every recorded migration counts as one of the main branch.
  const ofMain = base ? git('show', `${base}:${path}`) : undefined
  // What the baseline stands for is gone on purpose (server/database/squash.ts).
  const squashed = new Set((await readSquashed()).map(lineOf))
  return withNewHashes(
    await readFile(hashesFile, 'utf8'),
    await readMigrations(new URL('../server/database', import.meta.url).pathname),
    ofMain &&
      linesOf(ofMain)
        .filter(line => !squashed.has(line))
        .join('\n'),
  )
}
