import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { directory, directoryProvider } from '#contract/records/directory.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

/** Minutes after which an unfinished reading is considered dead. */
const readingMinutes = 15

const isReading = sql`coalesce(reading_since > now() - make_interval(mins => ${readingMinutes}), false)`

const shown = directoryProvider.schema

export const findShownProvider = (database: Database, companyId: string) =>
  database.row(shown)`
  select tenant, client_id, has_callback, read_at, problem,
    ${isReading} as reading
  from directory_provider where company_id = ${companyId}`

const stored = z.object({
  source: directory.schema.shape.source,
  state: directory.schema.shape.state,
  tenant: z.string(),
  client_id: z.string(),
  secrets_sealed: z.instanceof(Buffer),
  has_callback: z.boolean(),
})
export type StoredProvider = z.output<typeof stored>

/** Returns how the directory of a company that is not frozen is read, if its secret can be used. */
export const findProvider = (database: Database, companyId: string) =>
  database.row(stored)`
  select source, directory.state, tenant, client_id, secrets_sealed, has_callback
  from directory_provider join directory using (company_id) join company on company.id = company_id
  where company_id = ${companyId} and secrets_sealed <> '' and company.state <> 'frozen'`

interface NewProvider {
  tenant: string
  client_id: string
  sealed: Buffer
  has_callback: boolean
}

export const writeProvider = (
  transaction: Database,
  companyId: string,
  { tenant, client_id, sealed, has_callback }: NewProvider,
) =>
  transaction.change`
  insert into directory_provider (company_id, tenant, client_id, secrets_sealed, has_callback)
  values (${companyId}, ${tenant}, ${client_id}, ${sealed}, ${has_callback})
  on conflict (company_id) do update set tenant = excluded.tenant, client_id = excluded.client_id,
    secrets_sealed = excluded.secrets_sealed, has_callback = excluded.has_callback, problem = null, reading_since = null`

/** Deletes what was read from another organization; the new one has to be accepted again. */
export async function forgetMirror(transaction: Database, companyId: string): Promise<void> {
  await transaction.change`delete from directory_hint where company_id = ${companyId}`
  await transaction.change`delete from directory_person where company_id = ${companyId}`
  await transaction.change`delete from directory_department where company_id = ${companyId}`
  await transaction.change`update directory set state = 'planned', compared_at = null where company_id = ${companyId}`
}

/** Guard: one reading at a time. Reports whether this one may begin. */
export const beginReading = async (transaction: Database, companyId: string): Promise<boolean> =>
  (await transaction.change`
    update directory_provider set reading_since = now()
    where company_id = ${companyId} and secrets_sealed <> '' and not ${isReading}`) === 1

export const endReading = (database: Database, companyId: string) =>
  database.change`update directory_provider set reading_since = null where company_id = ${companyId}`

/** Returns zero where nothing is different, so that managers are notified of the same problem once. */
export const noteRead = (database: Database, companyId: string, problem: string | null) =>
  database.change`
  update directory_provider set reading_since = null, problem = ${problem},
    read_at = case when ${problem}::text is null then now() else read_at end
  where company_id = ${companyId} and (${problem}::text is null or problem is distinct from ${problem})`

export const noteReadAt = (database: Database, companyId: string) =>
  database.change`
  update directory_provider set reading_since = null, read_at = now() where company_id = ${companyId}`

const clock = z.object({ at: z.string() })

/** Returns the time of a request, by the one clock that all replicas share. */
export const requestTime = async (database: Database): Promise<string> =>
  (await database.row(clock)`select clock_timestamp()::text as at`)?.at ?? 'now'

const hint = z.object({ kind: z.enum(['person', 'department']), external_id: z.string(), mark: id })
export type StoredHint = z.output<typeof hint>

export const listHints = (database: Database, companyId: string, most: number) =>
  database.rows(hint)`
  select kind, external_id, mark from directory_hint
  where company_id = ${companyId} order by created_at, external_id limit ${most}`

/** The most hints that a company may have at a time. */
export const maxHints = 20_000

/** Reports whether a company has room for this many more hints. */
export const hasRoomForHints = async (database: Database, companyId: string, more: number): Promise<boolean> =>
  (await countRows(
    database,
    sql`(select from directory_hint where company_id = ${companyId} limit ${maxHints}) as kept`,
  )) +
    more <=
  maxHints

export const addHints = (database: Database, companyId: string, kind: string, externalIds: readonly string[]) =>
  database.change`
  insert into directory_hint (company_id, kind, external_id)
  select distinct ${companyId}::uuid, ${kind}, each from unnest(${externalIds}::text[]) as each
  on conflict (company_id, kind, external_id) do update set mark = excluded.mark`

/** Guard: the mark; an object that was named again meanwhile is read again. */
export const endHints = (database: Database, companyId: string, hints: readonly StoredHint[]) =>
  database.change`
  delete from directory_hint where company_id = ${companyId} and mark = any(${hints.map(({ mark }) => mark)}::uuid[])`
