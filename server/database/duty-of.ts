import sql from 'sql-template-tag'

/** The duty of a row of `employee_duty held`: one that is limited to departments is stored beside a word that older programs refuse. */
export const dutyOf = sql`coalesce(held.limited_duty, held.duty)`
