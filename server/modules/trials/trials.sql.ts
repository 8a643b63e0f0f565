import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { trials } from '#contract/operations/trials.ts'
import { companyStates } from '#contract/people.ts'
import { trial } from '#contract/records/trial.ts'
import { type TrialState, trialDays, trialPersonDays } from '#contract/trial-names.ts'
import { getTrial } from '#contract/trials.ts'
import { countOf, holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { endsWithTrial } from '#server/modules/access/line-state.ts'

const lineOf = sql`(select line.id from line
  where line.company_id = trial.company_id and line.trial_id = trial.id) as svp_id`

const ownTrial = getTrial.output.shape.trial.unwrap()

export const newestTrial = (database: Database, companyId: string) =>
  database.row(ownTrial)`
    select trial.id as trial_id, state, requested_at, note, reason, ${lineOf}, ends_at
    from trial where company_id = ${companyId} order by created_at desc, id desc limit 1`

/** Reports whether the company ever had a trial, also before it was closed and registered again. */
export const hadTrial = (database: Database, companyId: string): Promise<boolean> =>
  holds(database, sql`had_trial(${companyId})`)

export const hasPaid = (database: Database, companyId: string): Promise<boolean> =>
  holds(database, sql`exists (select from shop_order where company_id = ${companyId} and paid_at is not null)`)

/** Inserts zero rows while a request waits or a trial runs, which guards against concurrent requests. */
export const insertRequest = (database: Database, companyId: string, note: string) =>
  database.change`
    insert into trial (company_id, requested_by, requested_at, note)
    values (${companyId}, ${actorName()}, now(), ${note}) on conflict do nothing`

interface Filter {
  state?: TrialState | undefined
  company_id?: string | undefined
}

const matching = ({ state, company_id }: Filter): Sql => sql`
  (${state ?? null}::text is null or trial.state = ${state ?? null})
  and (${company_id ?? null}::uuid is null or trial.company_id = ${company_id ?? null}::uuid)`

export const listTrials = (system: Database, filter: Filter, { limit, offset }: Page) =>
  system.rows(trial.schema)`
    select trial.id as trial_id, trial.company_id, company.name as company_name, trial.state,
      channel.name as channel_name, trial.requested_by, trial.requested_at, trial.note,
      trial.decided_by, trial.decided_at, trial.reason, ${lineOf}, trial.ends_at
    from trial join company on company.id = trial.company_id
      left join promotion_code on promotion_code.code = company.promotion_code
      left join channel on channel.id = promotion_code.channel_id
    where ${matching(filter)} order by trial.created_at desc, trial.id desc limit ${limit} offset ${offset}`

export const countTrials = (system: Database, filter: Filter) =>
  countOf(system, sql`select count(*) from trial where ${matching(filter)}`)

const offer = trials.getTrialOffers.output.shape.list.element

export const listOffers = (system: Database) =>
  system.rows(offer)`
    select sku.id as sku_id, region.country, region.city, access_way.name as access_way, sku.bandwidth,
      address_stock.free - address_stock.reserved as left
    from sku join region on region.id = sku.region_id join access_way on access_way.id = sku.access_way_id
      join address_stock on address_stock.region_id = sku.region_id and address_stock.access_way_id = sku.access_way_id
    where sku.published and region.published and not access_way.archived
      and address_stock.free > address_stock.reserved
    order by region.sort, region.code, access_way.sort, access_way.code, sku.bandwidth limit 500`

const lineSku = z.object({
  sku_id: id,
  region_id: id,
  access_way_id: id,
  bandwidth: z.int().nullable(),
  city: z.string(),
})

export const findLineSku = (system: Database, skuId: string) =>
  system.row(lineSku)`
    select sku.id as sku_id, sku.region_id, sku.access_way_id, sku.bandwidth, region.city
    from sku join region on region.id = sku.region_id join access_way on access_way.id = sku.access_way_id
    where sku.id = ${skuId} and sku.published and region.published and not access_way.archived`

const lockedCompany = z.object({ name: z.string(), state: z.enum(companyStates) })

/** Serializes the opening of one company's trials, also with its freezing. */
export const lockCompany = (transaction: Database, companyId: string) =>
  transaction.row(lockedCompany)`select name, state from company where id = ${companyId} for no key update`

const opened = z.object({ trial_id: id, ends_at: instant })

interface Opening {
  decidedBy: string
  reason: string | null
  repeated: boolean
}

const ending = sql`now() + make_interval(days => ${trialDays}::integer)`

/** Opens the requested trial. Returns undefined without a request. */
export const openRequest = (transaction: Database, companyId: string, { decidedBy, reason, repeated }: Opening) =>
  transaction.row(opened)`
    update trial set state = 'active', decided_by = ${decidedBy}, decided_at = now(), reason = ${reason},
      repeated = ${repeated}, person_days = ${trialPersonDays}::integer, ends_at = ${ending}
    where company_id = ${companyId} and state = 'requested'
    returning id as trial_id, ends_at`

/** Returns undefined while another trial of the company runs: the unique indexes are the guard. */
export const insertOpened = (transaction: Database, companyId: string, { decidedBy, reason, repeated }: Opening) =>
  transaction.row(opened)`
    insert into trial (company_id, state, decided_by, decided_at, reason, repeated, person_days, ends_at)
    values (${companyId}, 'active', ${decidedBy}, now(), ${reason}, ${repeated}, ${trialPersonDays}::integer, ${ending})
    on conflict do nothing returning id as trial_id, ends_at`

const declined = trial.schema.pick({ company_id: true })

/** Returns undefined once the request was decided. */
export const decline = (transaction: Database, trialId: string, decidedBy: string, reason: string) =>
  transaction.row(declined)`
    update trial set state = 'declined', decided_by = ${decidedBy}, decided_at = now(), reason = ${reason}
    where id = ${trialId} and state = 'requested' returning company_id`

const over = z.object({ company_id: id, trial_id: id, person_days: z.int() })
export type TrialOver = z.output<typeof over>

export const trialsOver = (system: Database, limit: number) =>
  system.rows(over)`
    select company_id, id as trial_id, person_days from trial
    where state = 'active' and ends_at <= now() order by ends_at, id limit ${limit}`

/** Ends a trial once: zero rows change for an ended one. */
export const endTrial = (transaction: Database, { company_id, trial_id }: TrialOver) =>
  transaction.change`
    update trial set state = 'ended'
    where company_id = ${company_id} and id = ${trial_id} and state = 'active' and ends_at <= now()`

/** Reports whether the line of a trial was renewed or extended, and outlives it. */
export const lineGoesOn = (transaction: Database, { company_id, trial_id }: TrialOver): Promise<boolean> =>
  holds(
    transaction,
    sql`exists (select from line where company_id = ${company_id} and trial_id = ${trial_id} and not ${endsWithTrial})`,
  )

const unused = z.object({ days: z.int() })

/**
 * Returns how many of the trial's person-days are unassigned. Assignments since it was opened, less the days that came back by
 * then, use up the trial first. Days that come back later are the company's: they may have been bought. At most the balance is
 * taken back.
 */
export const unusedDaysOf = async (company: Database, { company_id, trial_id, person_days }: TrialOver) =>
  (
    await company.row(unused)`
    select greatest(0, least(${person_days}::integer + least(0, coalesce((
        select min(handed.days) from (
          select sum(entry.days) over (order by entry.id) as days from service_entry entry
          where entry.company_id = ${company_id} and entry.kind in ('assignment', 'reclaim')
            and entry.created_at >= trial.decided_at) as handed), 0)),
      coalesce((select days from service_balance where company_id = ${company_id}), 0)))::integer as days
    from trial where company_id = ${company_id} and id = ${trial_id}`
  )?.days ?? 0

const fromChannel = z.object({ contact_name: z.string() })

/** Finds the partner's form by which the company's owner registered. */
export const channelRegistrationOf = (transaction: Database, companyId: string) =>
  transaction.row(fromChannel)`
    select registration.contact_name from company
    join employee on employee.company_id = company.id and employee.role = 'owner'
    join channel_registration registration on registration.account_id = employee.account_id
    where company.id = ${companyId} limit 1`
