import sql from 'sql-template-tag'
import { z } from 'zod'
import type { TermsKind } from '#contract/content-names.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { terms } from '#contract/records/terms.ts'
import { today } from '#server/database/china-day.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { actorName } from '#server/engines/audit/actor-name.ts'

const published = terms.schema.pick({ which: true, version: true, effective_on: true }).extend({ begun: z.boolean() })

/** Published versions of the latest day come first; those that have `begun` are in force or past. */
export const publishedTerms = (database: Database, which: TermsKind) =>
  database.rows(published)`
  select which, version, effective_on, effective_on <= ${today} as begun from terms_version
  where which = ${which} and state = 'published' order by effective_on desc, published_at desc, id desc`

const publishedMarkdown = terms.schema.pick({ markdown: true })

export const publishedText = (database: Database, which: TermsKind, version: string) =>
  database.row(publishedMarkdown)`
  select markdown from terms_version where which = ${which} and version = ${version} and state = 'published'`

const versionOn = terms.schema.pick({ version: true, markdown: true })

/** Returns the version that was in force at an instant; undefined while the portal's default text was. */
export const textAt = (database: Database, which: TermsKind, at: string) =>
  database.row(versionOn)`
  select version, markdown from terms_version
  where which = ${which} and state = 'published' and published_at <= ${at}::timestamptz
    and effective_on <= (${at}::timestamptz at time zone 'Asia/Shanghai')::date
  order by effective_on desc, published_at desc, id desc limit 1`

const remaining = z.object({ ms: z.int() })

/** Returns the milliseconds until the day in China is over, as another version may be in force then. */
export const untilTomorrow = async (database: Database) =>
  (
    await database.one(remaining)`
    select ceil(extract(epoch from ((${today} + 1)::timestamp at time zone 'Asia/Shanghai') - now()) * 1000)::integer as ms`
  ).ms

const versionInForce = terms.schema.pick({ which: true, version: true })

/** Returns the version of each kind that is in force; a kind without one has the portal's default text. */
export const versionsInForce = (database: Database) =>
  database.rows(versionInForce)`
  select distinct on (which) which, version from terms_version
  where state = 'published' and effective_on <= ${today}
  order by which, effective_on desc, published_at desc, id desc`

const listed = terms.schema.omit({ address: true, markdown: true, revision: true })
const edited = terms.schema.omit({ address: true, published_at: true })
export type Terms = z.output<typeof edited>

const termsColumns = { terms_id: 'id' }
/** Adds the name of the operator who saved it, and derives the state from the day. */
const savedAndState = sql`${actorName(sql`saved_by`)} as saved_by,
  case when state = 'draft' then 'draft' when effective_on > ${today} then 'coming'
    when id = (select id from terms_version as other where other.which = terms_version.which
      and other.state = 'published' and other.effective_on <= ${today}
      order by effective_on desc, published_at desc, id desc limit 1) then 'current' else 'past' end as state`

const listedColumns = sql`${selectList(listed.omit({ saved_by: true, state: true }), termsColumns)}, ${savedAndState}`
const editedColumns = sql`${selectList(edited.omit({ saved_by: true, state: true }), termsColumns)}, ${savedAndState}`

export const allTerms = (database: Database) =>
  database.rows(listed)`
  select ${listedColumns}
  from terms_version
  order by which desc, effective_on desc, published_at desc nulls first, id desc`

export const findTerms = (database: Database, id: string) =>
  database.row(edited)`
  select ${editedColumns}
  from terms_version where id = ${id}`

const insertedTerms = terms.schema.pick({ terms_id: true })

/** Returns undefined when the name is taken. */
export const insertTerms = (
  transaction: Database,
  { which, version, effective_on }: OperationParsed<'createTermsVersion'>,
  markdown: string,
) =>
  transaction.row(insertedTerms)`
  insert into terms_version (which, version, effective_on, markdown, saved_by)
  values (${which}, ${version}, ${effective_on}, ${markdown}, ${auditActor()})
  on conflict (which, version) do nothing returning id as terms_id`

export const isNamed = (database: Database, which: TermsKind, version: string, except: string) =>
  holds(
    database,
    sql`exists (
      select from terms_version where which = ${which} and version = ${version} and id <> ${except})`,
  )

const updatedTerms = terms.schema.pick({ revision: true, saved_at: true })

/** Returns undefined when the version was published, was saved by another operator, or is gone. */
export const updateTerms = (
  transaction: Database,
  { terms_id, revision, version, effective_on, markdown }: OperationParsed<'saveTermsVersion'>,
) =>
  transaction.row(updatedTerms)`
  update terms_version set version = ${version}, effective_on = ${effective_on}, markdown = ${markdown},
    revision = revision + 1, saved_by = ${auditActor()}, saved_at = now()
  where id = ${terms_id} and revision = ${revision} and state = 'draft' returning revision, saved_at`

/**
 * Returns zero where the day is over, too. With an earlier start, a version would claim to hold while people agreed to another, or
 * lie before the one in force for good.
 */
export const publishTerms = (transaction: Database, id: string, expectedRevision: number) =>
  transaction.change`
    update terms_version set state = 'published', published_by = ${auditActor()}, published_at = now()
    where id = ${id} and revision = ${expectedRevision} and state = 'draft' and effective_on >= ${today}`

export const deleteTerms = (transaction: Database, id: string) =>
  transaction.change`delete from terms_version where id = ${id} and state = 'draft'`
