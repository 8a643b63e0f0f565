import sql from 'sql-template-tag'
import { lineGraceDays } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { refundSuspension } from './delivery.ts'
import { coolUntil } from './state.ts'

/** Kept past its grace only while a refund decides over it: its days may come back. */
const isOver = sql`line.state in ('unbound', 'active', 'suspended')
  and line.ends_at <= now() - make_interval(days => ${lineGraceDays}::integer)
  and line.suspend_reason is distinct from ${refundSuspension}`

export interface Over {
  company_id: string
  id: string
  region_id: string
  access_way_id: string
}

/** Lines whose grace is over, the earliest first; the index on the end of all companies' lines serves it. */
export const linesOver = (system: Database, limit: number) =>
  system.rows<Over>(sql`
    select company_id, id, region_id, access_way_id from line where ${isOver} order by ends_at, id limit ${limit}`)

/** Before any of them is changed, in the order in which everybody locks lines. */
export const lockOver = (transaction: Database, ids: string[]) =>
  transaction.rows<{ id: string }>(sql`
    select id from line where id = any(${ids}::uuid[]) and ${isOver} order by id for no key update`)

export interface Released extends Over {
  ip_address_id: string | null
}

/** Once for each line: what was renewed or released since is left alone. */
export const releaseOver = (transaction: Database, ids: string[]) =>
  transaction.rows<Released>(sql`
    update line set state = 'released', suspend_reason = null, ip_address_id = null, released_at = now()
    where id = any(${ids}::uuid[]) and ${isOver}
    returning new.company_id, new.id, new.region_id, new.access_way_id, old.ip_address_id`)

export const coolAddresses = (transaction: Database, ids: string[]) =>
  transaction.change(sql`
    update ip_address set state = 'cooling', free_at = ${coolUntil}
    where id = any(${ids}::uuid[]) and state = 'bound'`)

export const logReleases = (transaction: Database, released: Released[], actorName: string, detail: string) =>
  transaction.change(sql`
    insert into line_log (company_id, line_id, action, actor_name, detail)
    select company_id, id, 'released', ${actorName}, ${detail}
    from unnest(${released.map(row => row.company_id)}::uuid[], ${released.map(row => row.id)}::uuid[]) as row (company_id, id)`)

/** Where addresses have cooled. */
export const cooledPlaces = (system: Database) =>
  system.rows<{ region_id: string; access_way_id: string }>(sql`
    select distinct region_id, access_way_id from ip_address where state = 'cooling' and free_at <= now()`)

/** Of one place, whose stock is locked: the trigger counts them there. */
export const freeCooled = (transaction: Database, regionId: string, accessWayId: string, limit: number) =>
  transaction.change(sql`
    update ip_address set state = 'free', free_at = null where id in (
      select id from ip_address
      where state = 'cooling' and free_at <= now() and region_id = ${regionId} and access_way_id = ${accessWayId}
      limit ${limit} for no key update skip locked)`)
