import sql from 'sql-template-tag'
import type { TermsKind, TermsState } from '#contract/operations/content-names.ts'
import type { Database } from '../database/database.ts'
import { actorName } from '../operations/actor-name.ts'

export interface PublishedTerms {
  which: TermsKind
  version: string
  effective_on: string
}

const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/** Published versions, those of the latest day first; `begun`: in force or past. */
export const publishedTerms = (database: Database, which: TermsKind) =>
  database.rows<PublishedTerms & { begun: boolean }>(sql`
    select which, version, effective_on, effective_on <= ${today} as begun from terms_version
    where which = ${which} and state = 'published' order by effective_on desc, published_at desc, id desc`)

export const publishedText = (database: Database, which: TermsKind, version: string) =>
  database.row<{ markdown: string }>(sql`
    select markdown from terms_version where which = ${which} and version = ${version} and state = 'published'`)

/** Milliseconds until the day in China is over: what is in force may be another one then. */
export const untilTomorrow = async (database: Database) =>
  (
    await database.row<{ ms: number }>(sql`
      select ceil(extract(epoch from ((${today} + 1)::timestamp at time zone 'Asia/Shanghai') - now()) * 1000)::integer as ms`)
  )?.ms ?? 0

/** The version of each kind that is in force; without one, the text that comes with the portal is. */
export const versionsInForce = (database: Database) =>
  database.rows<{ which: TermsKind; version: string }>(sql`
    select distinct on (which) which, version from terms_version
    where state = 'published' and effective_on <= ${today}
    order by which, effective_on desc, published_at desc, id desc`)

export interface TermsRow extends PublishedTerms {
  id: string
  state: TermsState
  markdown: string
  revision: number
  saved_by: string
  saved_at: Date
  published_at: Date | null
}

const columns = sql`id, which, version, effective_on, revision, ${actorName(sql`saved_by`)} as saved_by, saved_at,
  published_at,
  case when state = 'draft' then 'draft' when effective_on > ${today} then 'coming'
    when id = (select id from terms_version as other where other.which = terms_version.which
      and other.state = 'published' and other.effective_on <= ${today}
      order by effective_on desc, published_at desc, id desc limit 1) then 'current' else 'past' end as state`

export const allTerms = (database: Database) =>
  database.rows<Omit<TermsRow, 'markdown'>>(sql`
    select ${columns} from terms_version order by which desc, effective_on desc, published_at desc nulls first, id desc`)

export const findTerms = (database: Database, id: string) =>
  database.row<TermsRow>(sql`select ${columns}, markdown from terms_version where id = ${id}`)

/** Undefined: the name is taken. */
export const insertTerms = (
  transaction: Database,
  { which, version, effective_on }: PublishedTerms,
  markdown: string,
  actor: string,
) =>
  transaction.row<{ id: string }>(sql`
    insert into terms_version (which, version, effective_on, markdown, saved_by)
    values (${which}, ${version}, ${effective_on}, ${markdown}, ${actor})
    on conflict (which, version) do nothing returning id`)

export const isNamed = async (database: Database, which: TermsKind, version: string, except: string) =>
  Boolean(
    await database.row(
      sql`select from terms_version where which = ${which} and version = ${version} and id <> ${except}`,
    ),
  )

/** Undefined: published, saved by somebody else, or gone. */
export const updateTerms = (
  transaction: Database,
  {
    id,
    known,
    actor,
    ...given
  }: { id: string; known: number; actor: string; version: string; effective_on: string; markdown: string },
) =>
  transaction.row<{ revision: number; saved_at: Date }>(sql`
    update terms_version set version = ${given.version}, effective_on = ${given.effective_on},
      markdown = ${given.markdown}, revision = revision + 1, saved_by = ${actor}, saved_at = now()
    where id = ${id} and revision = ${known} and state = 'draft' returning revision, saved_at`)

export const publishTerms = (transaction: Database, id: string, known: number, actor: string) =>
  transaction.change(sql`
    update terms_version set state = 'published', published_by = ${actor}, published_at = now()
    where id = ${id} and revision = ${known} and state = 'draft'`)

export const deleteTerms = (transaction: Database, id: string) =>
  transaction.change(sql`delete from terms_version where id = ${id} and state = 'draft'`)
