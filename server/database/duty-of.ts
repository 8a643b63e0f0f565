import sql from 'sql-template-tag'

/** The duty of a row of `employee_duty held`: a duty limited to departments is stored beside a value that older programs refuse. */
export const dutyOf = sql`coalesce(held.limited_duty, held.duty)`
