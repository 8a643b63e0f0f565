import sql, { type Sql } from 'sql-template-tag'

/** Midnight in China at the beginning of a day, YYYY-MM-DD. */
export const startOfDay = (day: string): Sql => sql`((${day}::date)::timestamp at time zone 'Asia/Shanghai')`
