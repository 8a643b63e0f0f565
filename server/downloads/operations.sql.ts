import sql, { empty } from 'sql-template-tag'
import type { InstallerState } from '#contract/operations/installer-names.ts'
import type { Database } from '../database/database.ts'
import type { InstallerRow } from './downloads.sql.ts'

export interface InstallerFilter {
  client_type?: 1 | 2 | 4 | undefined
  state?: InstallerState | undefined
}

export interface ListedInstaller extends InstallerRow {
  state: InstallerState
  withdrawn_at: Date | null
}

const matching = ({ client_type, state }: InstallerFilter) => sql`
  (
    select installer.*, stored_file.file_name, case
      when withdrawn_at is not null then 'withdrawn'
      when installer.id = first_value(installer.id) over (
        partition by client_type, withdrawn_at is null order by published_at desc, installer.id desc) then 'current'
      else 'earlier' end as state
    from installer left join stored_file on stored_file.id = installer.file_id
  ) as listed
  where true ${client_type ? sql`and client_type = ${client_type}::integer` : empty} ${state ? sql`and state = ${state}` : empty}`

export const installerList = (
  database: Database,
  filter: InstallerFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<ListedInstaller>(sql`
    select id, client_type, version, file_name, url, size, sha256, notes, force_update, published_at, withdrawn_at, state
    from ${matching(filter)} order by published_at desc, id desc limit ${limit} offset ${offset}`)

export const countInstallers = async (database: Database, filter: InstallerFilter): Promise<number> =>
  (await database.row<{ total: number }>(sql`select count(*)::integer as total from ${matching(filter)}`))?.total ?? 0

export const lockInstaller = (transaction: Database, id: string) =>
  transaction.row<{
    client_type: 1 | 2 | 4
    version: string
    notes: string
    force_update: boolean
    withdrawn_at: Date | null
  }>(sql`
    select client_type, version, notes, force_update, withdrawn_at from installer where id = ${id} for update`)

export const updateInstaller = (transaction: Database, id: string, notes: string, forceUpdate: boolean) =>
  transaction.change(sql`update installer set notes = ${notes}, force_update = ${forceUpdate} where id = ${id}`)

export const withdrawInstaller = (transaction: Database, id: string, withdrawn: boolean) =>
  transaction.change(sql`
    update installer set withdrawn_at = case when ${withdrawn}::boolean then coalesce(withdrawn_at, now()) end where id = ${id}`)
