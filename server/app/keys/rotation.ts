import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { keyIdOf, type SealedColumn, sealedColumns, signedTables } from '#server/app/sealed/kept.ts'
import { fingerprint, type Keys, openWith, sealingKeyId, sealWith, writingKeyId } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { lostKey } from '#server/modules/connections/heads.ts'

const batchSize = 500

const sealedRow = z.object({ key: z.array(z.string()), sealed: z.instanceof(Buffer), about: z.string() })
type SealedRow = z.output<typeof sealedRow>

/** The outcome for one column. */
export interface Rotated {
  name: string
  renewed: number
  /** Damaged rows: their key is in the ring, but it does not open them. */
  unreadable: number
}

export interface Rotation {
  system: Database
  keys: Keys
}

/**
 * Re-encrypts with the newest key whatever an older one has sealed, in batches of one statement each. A row is replaced only while
 * it is unchanged since it was read, so that no concurrent write is lost, and the command can be killed at any time and run again.
 */
export async function rotate(rotation: Rotation): Promise<Rotated[]> {
  const rotated: Rotated[] = []
  for (const column of sealedColumns) rotated.push(await rotateColumn(rotation, column))
  return rotated
}

async function rotateColumn({ system, keys }: Rotation, column: SealedColumn): Promise<Rotated> {
  const result = { name: column.name, renewed: 0, unreadable: 0 }
  for (let after: string[] | undefined; ; ) {
    const rows = await readBatch(system, column, { keys, after })
    const renewed = rows.flatMap(row => renew(keys, column, row) ?? [])
    if (renewed.length) {
      await noteReplaced(system, renewed)
      result.renewed += await writeBatch(system, column, renewed)
    }
    result.unreadable += rows.length - renewed.length
    after = rows.at(-1)?.key
    if (!after || rows.length < batchSize) return result
  }
}

const keyColumns = ({ key }: SealedColumn) => Object.keys(key).map(name => `kept.${name}`)

function readBatch(
  system: Database,
  column: SealedColumn,
  { keys, after }: { keys: Keys; after: string[] | undefined },
) {
  const key = keyColumns(column).join(', ')
  const types = Object.values(column.key)
  const further = after
    ? sql`and (${raw(key)}) > (${join(after.map((value, index) => sql`${value}::${raw(types[index] ?? 'text')}`))})`
    : sql``
  return system.rows(sealedRow)`
  select array[${raw(
    keyColumns(column)
      .map(each => `${each}::text`)
      .join(', '),
  )}] as key,
    ${raw(column.value)} as sealed, ${raw(column.about)} as about
  from ${raw(column.table)} as kept
  where ${raw(keyIdOf(column.value))} <> ${writingKeyId(keys)} ${further}
  order by ${raw(key)} limit ${batchSize}`
}

/** Returns undefined if the row cannot be opened. */
function renew(keys: Keys, { purpose, fingerprint: hashed }: SealedColumn, row: SealedRow) {
  try {
    const plain = openWith(keys, purpose, row.sealed, row.about)
    const hash = hashed ? fingerprint(keys, hashed.purpose, plain) : null
    return { ...row, renewed: sealWith(keys, purpose, plain, row.about), hash }
  } catch {
    return undefined
  }
}

type Renewed = SealedRow & { renewed: Buffer; hash: Buffer | null }

/** The archive can restore these rows in their former state. Written first, so that it survives a command that is killed. */
async function noteReplaced(system: Database, rows: Renewed[]): Promise<void> {
  const ids = [...new Set(rows.flatMap(({ sealed }) => sealingKeyId(sealed) ?? []))]
  await system.change`
    insert into replaced_key (key_id) select unnest(${ids}::text[])
    on conflict (key_id) do update set replaced_at = now()`
}

/** Guard: the comparison with the old value, without which a row changed since it was read would get its old content back. */
function writeBatch(system: Database, column: SealedColumn, rows: Renewed[]): Promise<number> {
  const names = Object.entries(column.key)
  const keys: Sql[] = names.map(([, type], index) => sql`${rows.map(({ key }) => key[index])}::${raw(type)}[]`)
  return system.change`
    update ${raw(column.table)} as kept set ${raw(column.set)}
    from unnest(${join(keys)}, ${rows.map(({ sealed }) => sealed)}::bytea[], ${rows.map(({ renewed }) => renewed)}::bytea[],
      ${rows.map(({ hash }) => hash)}::bytea[]) as renewed (${raw(names.map((_, index) => `key_${index}`).join(', '))},
      old, sealed, hash)
    where ${raw(names.map(([name], index) => `kept.${name} = renewed.key_${index}`).join(' and '))}
      and ${raw(column.value)} = renewed.old`
}

/**
 * Clears what a lost key has sealed, and marks what it has signed; an empty id stands for content from before keys had ids. Returns
 * the number of rows.
 */
export function forget(system: Database, keyId: string): Promise<Rotated[]> {
  return system.transaction(async transaction => {
    const forgotten: Rotated[] = []
    for (const { table, name, value, forget } of sealedColumns) {
      const rows =
        await transaction.change`update ${raw(table)} as kept set ${raw(forget)} where ${raw(keyIdOf(value))} = ${keyId}`
      forgotten.push({ name, renewed: rows, unreadable: 0 })
    }
    // Content signed before keys had ids may have been signed by an existing key; the nightly task finds out.
    if (keyId)
      for (const { table, name } of signedTables) {
        const rows = await transaction.change`update ${raw(table)} set key_id = ${lostKey} where key_id = ${keyId}`
        forgotten.push({ name, renewed: rows, unreadable: 0 })
      }
    return forgotten
  })
}
