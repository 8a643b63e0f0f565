import { raw } from 'sql-template-tag'
import { z } from 'zod'
import { archivedUnder } from '#server/app/recovery/archived-under.ts'
import { keyIds, writingKeyId } from '#server/core/keyring.ts'
import type { Services } from '#server/engines/services.ts'
import { fingerprintColumns, keyIdOf, sealedColumns, signedTables } from './kept.ts'

const usedKey = z.object({ key_id: z.string(), rows: z.int() })

/** The values that a key still seals, and what stands under its signature. */
export interface KeyUse {
  /** Empty for what was written before keys had ids. */
  keyId: string
  writes: boolean
  known: boolean
  held: { name: string; rows: number }[]
  /** The objects of the archive that it sealed or signed. They are not written anew, but age out. */
  archived: number
}

/** Returns the keys of the ring, and those that only rows name, with what each still holds. */
export async function keyUses({ config: keys, system }: Pick<Services, 'config' | 'system'>): Promise<KeyUse[]> {
  const held = new Map<string, KeyUse['held']>(keyIds(keys).map(keyId => [keyId, []]))
  const columns = [
    ...sealedColumns.map(column => ({ ...column, keyId: keyIdOf(column.value), live: 'true' })),
    ...fingerprintColumns.map(column => ({ ...column, keyId: keyIdOf(`kept.${column.column}`) })),
    ...signedTables.map(table => ({ ...table, keyId: 'kept.key_id', live: 'true' })),
  ]
  for (const { table, name, keyId, live } of columns)
    for (const { key_id, rows } of await system.rows(usedKey)`
    select ${raw(keyId)} as key_id, count(*)::integer as rows from ${raw(table)} as kept
    where ${raw(keyId)} is not null and ${raw(live)} group by 1`)
      held.set(key_id, [...(held.get(key_id) ?? []), { name, rows }])
  const archived = await archivedUnder(keys)
  for (const keyId of archived.keys()) if (!held.has(keyId)) held.set(keyId, [])
  return [...held].map(([keyId, of]) => ({
    keyId,
    writes: keyId === writingKeyId(keys),
    known: keyIds(keys).includes(keyId),
    held: of,
    archived: archived.get(keyId) ?? 0,
  }))
}
