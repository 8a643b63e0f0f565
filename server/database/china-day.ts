import sql, { join, raw, type Sql } from 'sql-template-tag'
import { daysAfter } from '#server/core/service-time.ts'

/** Returns midnight in China at the beginning of a day, YYYY-MM-DD. */
export const startOfDay = (day: string): string => `${day}T00:00:00+08:00`

/** The present day in China. */
export const today = sql`(now() at time zone 'Asia/Shanghai')::date`

/** The first day of the calendar month in China. */
export const thisMonth = sql`date_trunc('month', now() at time zone 'Asia/Shanghai')::date`

/**
 * Limits a column to days of China. They are passed as instants, because date functions are not leakproof and would
 * prevent an index scan behind row-level security.
 */
export const betweenDays = (column: string, from: string | undefined, to: string | undefined): Sql => {
  const conditions = [sql`true`]
  if (from) conditions.push(sql`${raw(column)} >= ${startOfDay(from)}`)
  if (to) conditions.push(sql`${raw(column)} < ${daysAfter(startOfDay(to), 1)}`)
  return join(conditions, ' and ')
}
