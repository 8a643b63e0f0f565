import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { Table } from './catalogue.sql.ts'
import { measure } from './digest.ts'
import { encrypting } from './encryption.ts'
import { type Manifest, suffixOf } from './manifest.ts'

interface Place {
  /** The folder of the unfinished backup. */
  draft: string
  recipients: string[] | undefined
}

/** Writes a table's rows to a compressed file, and describes it for the manifest. */
export async function copyTable(
  client: Client,
  { name, columns }: Table,
  { draft, recipients }: Place,
): Promise<Manifest['tables'][number]> {
  const file = `tables/${name}.copy.zst${suffixOf({ recipients })}`
  const { stream, measured } = measure()
  const rows = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
  const packed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const sink = createWriteStream(join(draft, file), { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(rows, packed, encrypting(recipients), stream, sink)
  return { name, columns, rows: rows.rowCount, file, ...measured() }
}
