import { z } from 'zod'
import { platforms } from '#contract/device-names.ts'
import { devices } from '#contract/operations/devices.ts'
import type { Database } from '#server/database/database.ts'
import { isOnline } from './list.sql.ts'
import type { Platform } from './versions.ts'

/** `found` counts the online devices, at most `most`. */
const onlineDevice = devices.getOnlineDevices.output.shape.list.element.extend({ found: z.int() })

/** Reads the last seen devices of each platform along its index: the same few rows, however many devices there are. */
export const listOnline = (
  system: Database,
  { platform, most, limit, offset }: { platform: Platform | undefined; most: number; limit: number; offset: number },
) =>
  system.rows(onlineDevice)`
    with online as materialized (
      select seen.* from unnest(${platform ? [platform] : [...platforms]}::text[]) as wanted (platform) cross join lateral (
        select company_id, id, employee_id, name, platform, client_version, last_ip, last_seen_at from device
        where device.platform = wanted.platform and ${isOnline} order by last_seen_at desc limit ${most}::integer) as seen
      order by last_seen_at desc limit ${most}::integer
    )
    select online.id as device_id, online.name, platform, client_version, online.company_id, company.name as company_name,
      account_id, employee.name as employee_name, last_ip, last_seen_at, (select count(*) from online) as found
    from online
    join company on company.id = online.company_id
    join employee on employee.company_id = online.company_id and employee.id = online.employee_id
    order by last_seen_at desc, online.id limit ${limit} offset ${offset}`
