import type { Client } from 'pg'
import { type Keys, keyIds, openWith } from '#server/core/keyring.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { withClient } from '#server/database/client.ts'
import { keyIdOf, type SealedColumn, sealedColumns } from './kept.ts'

/** A key is missing that rows still need. */
export class MissingKey extends OperatorProblem {}

/** The number of rows without a key's id that are tried, so that one damaged row does not keep the portal from starting. */
const samples = 5

/** Throws MissingKey unless the ring opens this database's sealed values. Changes nothing. */
export async function refuseMissingKeys(client: Pick<Client, 'query'>, keys: Keys): Promise<void> {
  for (const column of sealedColumns) if (await exists(client, column)) await refuseUnreadable(client, keys, column)
}

export async function refuseMissingKeysAt(url: string, keys: Keys): Promise<void> {
  await withClient(url, async client => {
    await refuseMissingKeys(client, keys)
  })
}

/** A database that has not been migrated yet may lack the column. */
async function exists(client: Pick<Client, 'query'>, { table, column }: SealedColumn): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_attribute where attrelid = to_regclass($1) and attname = $2 and not attisdropped',
    [table, column],
  )
  return rowCount === 1
}

async function refuseUnreadable(client: Pick<Client, 'query'>, keys: Keys, column: SealedColumn): Promise<void> {
  const { table, value, name } = column
  const unknown = await client.query<{ key_id: string; rows: number }>(
    `select ${keyIdOf(value)} as key_id, count(*)::integer as rows from ${table} as kept
    where ${keyIdOf(value)} <> all($1) group by 1 order by 2 desc limit ${samples}`,
    [[...keyIds(keys), '']],
  )
  for (const missing of unknown.rows) {
    // A value from before keys had ids may begin like one by chance.
    if ((await opened(client, keys, column, missing.key_id)) === 'some') continue
    throw new MissingKey(
      `缺少主密钥 ${missing.key_id}，数据库里有 ${missing.rows} 项${name}由它加密：请把当时的 SECRET_KEY 写进 SECRET_KEYS_OLD；确实已丢失的，执行 npm run portal -- keys forget ${missing.key_id}`,
    )
  }
  if ((await opened(client, keys, column, '')) === 'none')
    throw new MissingKey(
      `现有的主密钥打不开数据库里的${name}：请把加密时的 SECRET_KEY 写进 SECRET_KEYS_OLD；确实已丢失的，执行 npm run portal -- keys forget none`,
    )
}

/** Reports whether the ring opens any of the first rows of a key's id; undefined where there are no such rows. */
async function opened(
  client: Pick<Client, 'query'>,
  keys: Keys,
  { table, value, about, purpose }: SealedColumn,
  keyId: string,
): Promise<'some' | 'none' | undefined> {
  const { rows } = await client.query<{ sealed: Buffer; about: string }>(
    `select ${value} as sealed, ${about} as about from ${table} as kept where ${keyIdOf(value)} = $1 limit ${samples}`,
    [keyId],
  )
  const opens = ({ sealed, about }: (typeof rows)[number]) => {
    try {
      openWith(keys, purpose, sealed, about)
      return true
    } catch {
      return false
    }
  }
  if (!rows.length) return undefined
  return rows.some(opens) ? 'some' : 'none'
}
