import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface InstallerRow {
  id: string
  client_type: 1 | 2 | 4
  version: string
  file_name: string | null
  url: string | null
  size: number
  sha256: string
  notes: string
  force_update: boolean
  published_at: Date
}

/** Published, and not withdrawn. */
const isOffered = sql`installer.published_at <= now() and installer.withdrawn_at is null`

/** The newest published installer of each type asked for. */
export const newestOf = (database: Database, clientTypes: number[]) =>
  database.rows<InstallerRow>(sql`
    select newest.id, newest.client_type, newest.version, stored_file.file_name, newest.url, newest.size, newest.sha256,
      newest.notes, newest.force_update, newest.published_at
    from unnest(${clientTypes}::integer[]) as wanted (client_type)
    cross join lateral (
      select id, client_type, version, file_id, url, size, sha256, notes, force_update, published_at
      from installer
      where installer.client_type = wanted.client_type and ${isOffered}
      order by published_at desc, id desc
      limit 1
    ) as newest
    left join stored_file on stored_file.id = newest.file_id`)

/** By client type: the version published last, and those that nobody may stay below. */
export const releasedVersions = (database: Database) =>
  database.rows<{ client_type: 1 | 2 | 4; newest: string; forced: string[] }>(sql`
    select client_type, (array_agg(version order by published_at desc, id desc))[1] as newest,
      coalesce(array_agg(version) filter (where force_update), '{}') as forced
    from installer where ${isOffered} group by client_type`)

export interface InstallerFileRow {
  storage_key: string
  file_name: string
  content_type: string
  size: number
  sha256: string
}

export const findFile = (database: Database, installerId: string) =>
  database.row<InstallerFileRow>(sql`
    select stored_file.storage_key, stored_file.file_name, stored_file.content_type, stored_file.size,
      stored_file.sha256
    from installer join stored_file on stored_file.id = installer.file_id
    where installer.id = ${installerId} and ${isOffered}`)

export const insertInstallerFile = (
  database: Database,
  file: { contentType: string; size: number; sha256: string; storageKey: string; fileName: string },
) =>
  database.row<{ id: string }>(sql`
    insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
    values ('installer', ${file.contentType}, ${file.size}, ${file.sha256}, ${file.storageKey}, ${file.fileName})
    returning id`)

/** Undefined when this version of this type was published before. */
export const insertInstaller = (
  database: Database,
  given: {
    clientType: number
    version: string
    fileId: string
    size: number
    sha256: string
    notes: string
    forceUpdate: boolean
  },
) =>
  database.row<{ id: string }>(sql`
    insert into installer (client_type, version, file_id, size, sha256, notes, force_update)
    values (${given.clientType}, ${given.version}, ${given.fileId}, ${given.size}, ${given.sha256}, ${given.notes},
      ${given.forceUpdate})
    on conflict (client_type, version) do nothing
    returning id`)

/** One after the other: what is published for one type is compared with what was before. */
export const lockType = (transaction: Database, clientType: number) =>
  transaction.row(sql`select pg_advisory_xact_lock(471530190, ${clientType}::integer)::text as locked`)
