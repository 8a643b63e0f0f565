import { raw } from 'sql-template-tag'
import { z } from 'zod'
import { archivedUnder } from '#server/app/recovery/archived-under.ts'
import { fingerprintColumns, keyIdOf, sealedColumns, signedTables } from '#server/app/sealed/kept.ts'
import { archiveKind } from '#server/core/archive-settings.ts'
import { keyIds, writingKeyId } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'

const usedKey = z.object({ key_id: z.string(), rows: z.int() })
const replacedKey = z.object({ key_id: z.string(), until: z.string() })

/** The values still sealed or signed by a key. */
export interface KeyUse {
  /** Empty for content from before keys had ids. */
  keyId: string
  writes: boolean
  known: boolean
  held: { name: string; rows: number }[]
  /** Archive objects that the key sealed or signed. They are not rewritten, but expire. */
  archived: number
  /** The last day on which the archive can restore rows that the key sealed. */
  archivedRowsUntil: string | undefined
}

/** Returns the use of every key: those of the ring, and those that only rows name. */
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
  const replaced = new Map((await recentlyReplaced(keys, system)).map(({ key_id, until }) => [key_id, until]))
  for (const keyId of [...archived.keys(), ...replaced.keys()]) if (!held.has(keyId)) held.set(keyId, [])
  return [...held].map(([keyId, of]) => ({
    keyId,
    writes: keyId === writingKeyId(keys),
    known: keyIds(keys).includes(keyId),
    held: of,
    archived: archived.get(keyId) ?? 0,
    archivedRowsUntil: replaced.get(keyId),
  }))
}

/** The archive keeps its base backups for seven days, and the oldest may be a day older. */
async function recentlyReplaced(config: Services['config'], system: Database) {
  if (archiveKind(config) === 'off') return []
  return system.rows(replacedKey)`
    select key_id, to_char(replaced_at + interval '8 days', 'YYYY-MM-DD') as until from replaced_key
    where replaced_at > now() - interval '8 days'`
}
