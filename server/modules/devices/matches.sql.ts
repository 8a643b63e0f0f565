import sql, { type Sql } from 'sql-template-tag'
import { devices } from '#contract/operations/devices.ts'
import type { Database } from '#server/database/database.ts'

const matchingDevice = devices.getDeviceMatches.output.shape.list.element

/** The most matches shown; a longer keyword finds the others. */
const most = 8
/** The shortest length of a fingerprint. */
const shortestFingerprint = 8

/** Matches a prefix by a range, which uses its index also in a generic plan; `like` would not. */
const begins = (column: Sql, text: Sql) => sql`${column} ~>=~ ${text} and ${column} ~<~ (${text} || chr(1114111))`

/**
 * Finds devices of all companies by a prefix of their fingerprints or names, along an index of each (0011-devices.sql): it
 * reads the same few rows, however many devices there are and match.
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
