import sql from 'sql-template-tag'
import type { platforms } from '#contract/devices.ts'
import type { Database } from '../database/database.ts'
import { isOnline } from './list.sql.ts'

type Platform = (typeof platforms)[number]

export interface OnlineDevice {
  device_id: string
  name: string
  platform: Platform
  client_version: string
  company_id: string
  company_name: string
  account_id: string
  employee_name: string
  last_ip: string | null
  last_seen_at: Date
  /** Of the devices that are online, at most `most`. */
  found: number
}

/**
 * Company by company along the index of each, as they are counted (server/operations/dashboard.sql.ts): of more than `most`
 * devices, not always the last seen are listed.
 */
export const listOnline = (
  system: Database,
  { platform, most, limit, offset }: { platform: Platform | undefined; most: number; limit: number; offset: number },
) =>
  system.rows<OnlineDevice>(sql`
    with online as materialized (
      select seen.* from company cross join lateral (
        select company_id, id, employee_id, name, platform, client_version, last_ip, last_seen_at from device
        where device.company_id = company.id and ${isOnline} and (${platform ?? null}::text is null or platform = ${platform ?? null})
        offset 0) as seen
      limit ${most}::integer
    )
    select online.id as device_id, online.name, platform, client_version, online.company_id, company.name as company_name,
      account_id, employee.name as employee_name, last_ip, last_seen_at, (select count(*) from online)::integer as found
    from online
    join company on company.id = online.company_id
    join employee on employee.company_id = online.company_id and employee.id = online.employee_id
    order by last_seen_at desc, online.id limit ${limit} offset ${offset}`)
