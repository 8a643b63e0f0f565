import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { installer } from '#contract/records/installer.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** A row with the name of our file, or an external address; `withAddress` turns either into an address. */
export const installerRow = installer.schema
  .omit({ state: true, withdrawn_at: true })
  .extend({ file_name: z.string().nullable(), url: z.string().nullable() })
export type InstallerRow = z.output<typeof installerRow>

export const installerColumns = { installer_id: 'id' }

/** Matches an installer that is published and not withdrawn. A transaction that waited for `lockType` has to see later rows. */
const isOffered = sql`installer.published_at <= statement_timestamp() and installer.withdrawn_at is null`

const ownInstaller = selectList(installerRow.omit({ file_name: true }), installerColumns, 'newest')

/** Returns the newest published installer of each requested type. */
export const newestOf = (database: Database, clientTypes: number[]) =>
  database.rows(installerRow)`
    select ${ownInstaller}, stored_file.file_name
    from unnest(${clientTypes}::integer[]) as wanted (client_type)
    cross join lateral (
      select * from installer
      where installer.client_type = wanted.client_type and ${isOffered}
      order by published_at desc, id desc
      limit 1
    ) as newest
    left join stored_file on stored_file.id = newest.file_id`

const versions = installer.schema
  .pick({ client_type: true })
  .extend({ newest: z.string(), forced: z.array(z.string()) })

/** Returns for each client type the version published last, and the compulsory ones. */
export const releasedVersions = (database: Database) =>
  database.rows(versions)`
    select client_type, (array_agg(version order by published_at desc, id desc))[1] as newest,
      coalesce(array_agg(version) filter (where force_update), '{}') as forced
    from installer where ${isOffered} group by client_type`

const storedFile = z.object({
  storage_key: z.string(),
  file_name: z.string(),
  content_type: z.string(),
  size: z.int(),
  sha256: z.string(),
})

/**
 * Finds what `/downloads/<installer id>/<file name>` sends; undefined for an unknown, unpublished or foreign-hosted
 * installer.
 */
export const findInstallerFile = (database: Database, installerId: string) =>
  database.row(storedFile)`
    select ${selectList(storedFile, {}, 'stored_file')}
    from installer join stored_file on stored_file.id = installer.file_id
    where installer.id = ${installerId} and ${isOffered}`

const inserted = z.object({ id })

export const insertInstallerFile = (database: Database, file: z.output<typeof storedFile>) =>
  database.one(inserted)`
    insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
    values ('installer', ${file.content_type}, ${file.size}, ${file.sha256}, ${file.storage_key}, ${file.file_name})
    returning id`

/** The file is stored here, or at an external address. */
export type NewInstaller = OperationParsed<'uploadInstaller'> &
  ({ file_id: string; url: null } | { file_id: null; url: string })

/** Returns undefined when this version of this type was published before. */
export const insertInstaller = (
  database: Database,
  { client_type, version, size, sha256, notes, force_update, file_id, url }: NewInstaller,
) =>
  database.row(inserted)`
    insert into installer (client_type, version, file_id, url, size, sha256, notes, force_update, published_at)
    values (${client_type}, ${version}, ${file_id}, ${url}, ${size}, ${sha256}, ${notes}, ${force_update},
      date_trunc('milliseconds', statement_timestamp()))
    on conflict (client_type, version) do nothing
    returning id`

/** Serializes the publishing of one type's installers, since each is compared with the previous one. */
export const lockType = (transaction: Database, clientType: number) =>
  transaction.change`select pg_advisory_xact_lock(471530190, ${clientType}::integer)`
