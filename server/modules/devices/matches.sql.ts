import sql, { type Sql } from 'sql-template-tag'
import { devices } from '#contract/operations/devices.ts'
import type { Database } from '#server/database/database.ts'

const matchingDevice = devices.getDeviceMatches.output.shape.list.element

/** More than these are no answer to anybody; who looks for another one types more of it. */
const most = 8
/** No fingerprint has fewer characters. */
const shortestFingerprint = 8

/** Matches what begins with a text by a range, which finds its index also in a plan that is made for any keyword; `like` would not. */
const begins = (column: Sql, text: Sql) => sql`${column} ~>=~ ${text} and ${column} ~<~ (${text} || chr(1114111))`

/**
 * Finds devices of all companies by how their fingerprints or names begin, along an index of each (0805-device-searches.sql): the
 * same few rows are read, however many devices there are and have the name.
 */
export function deviceMatches(system: Database, keyword: string) {
  const byName = begins(sql`lower(name)`, sql`lower(${keyword})`)
  const byFingerprint = sql`(length(${keyword}) >= ${shortestFingerprint}::integer and ${begins(sql`fingerprint`, sql`${keyword}`)})`
  return system.rows(matchingDevice)`
    with found as materialized (
      (select 1 as place, * from device where ${byFingerprint} order by fingerprint using ~<~ limit ${most}::integer)
      union all
      (select 2, * from device where ${byName} and not ${byFingerprint} order by lower(name) using ~<~ limit ${most}::integer)
    )
    select found.id as device_id, found.name, platform, found.company_id, company.name as company_name,
      employee.name as employee_name
    from found
    join company on company.id = found.company_id
    join employee on employee.company_id = found.company_id and employee.id = found.employee_id
    order by place, lower(found.name) using ~<~, company.name, found.id limit ${most}::integer`
}
