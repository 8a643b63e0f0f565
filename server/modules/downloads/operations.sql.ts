import sql, { empty } from 'sql-template-tag'
import type { z } from 'zod'
import type { OperationParsed } from '#contract/operations/index.ts'
import { installer } from '#contract/records/installer.ts'
import type { Changes } from '#server/core/with-changes.ts'
import { assigned } from '#server/database/assigned.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { installerColumns, installerRow } from './downloads.sql.ts'

type InstallerFilter = Omit<OperationParsed<'getInstallerList'>, 'page' | 'page_size'>

const listedInstaller = installerRow.extend(installer.schema.pick({ state: true, withdrawn_at: true }).shape)

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

export const installerList = (database: Database, filter: InstallerFilter, { limit, offset }: Page) =>
  database.rows(listedInstaller)`
    select ${selectList(listedInstaller, installerColumns)}
    from ${matching(filter)} order by published_at desc, id desc limit ${limit} offset ${offset}`

export const countInstallers = (database: Database, filter: InstallerFilter) => countRows(database, matching(filter))

const lockedInstaller = listedInstaller.pick({
  client_type: true,
  version: true,
  notes: true,
  force_update: true,
  withdrawn_at: true,
})

export const lockInstaller = (transaction: Database, id: string) =>
  transaction.row(lockedInstaller)`select ${selectList(lockedInstaller)} from installer where id = ${id} for update`

/** An undefined value leaves a column as it is. */
export const updateInstaller = (
  transaction: Database,
  id: string,
  { notes, force_update }: Changes<Pick<z.output<typeof lockedInstaller>, 'notes' | 'force_update'>>,
) => transaction.change`update installer set ${assigned({ notes, force_update })} where id = ${id}`

export const withdrawInstaller = (transaction: Database, id: string, withdrawn: boolean) =>
  transaction.change`
    update installer set withdrawn_at = case when ${withdrawn}::boolean then coalesce(withdrawn_at, now()) end where id = ${id}`
