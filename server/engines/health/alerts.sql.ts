import sql from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import type { Alert } from './alerts.ts'

export interface AlertKey {
  name: string
  /** Empty for a check that all replicas share. */
  place: string
  /** The measured object, if the check measures several. */
  subject: string
}

const alertRow = z.object({
  name: z.string(),
  place: z.string(),
  subject: z.string(),
  bad_since: instant,
  well_since: instant.nullable(),
  open: z.boolean(),
  told_at: instant.nullable(),
  told_count: z.int(),
})
const columns = sql`name, place, subject, bad_since, well_since, open, told_at, told_count`
const clock = z.object({ now: instant })

const isOf = ({ name, place, subject }: AlertKey) => sql`name = ${name} and place = ${place} and subject = ${subject}`

const milliseconds = (text: string | null) => (text === null ? null : Date.parse(text))
const toAlert = ({ bad_since, well_since, open, told_at, told_count }: z.output<typeof alertRow>): Alert => ({
  badSince: Date.parse(bad_since),
  wellSince: milliseconds(well_since),
  open,
  notifiedAt: milliseconds(told_at),
  notifiedCount: told_count,
})
const toText = (time: number | null) => (time === null ? null : new Date(time).toISOString())

export async function readAlerts(database: Database): Promise<(AlertKey & { alert: Alert })[]> {
  const rows = await database.rows(alertRow)`select ${columns} from health_alert`
  return rows.map(row => ({ name: row.name, place: row.place, subject: row.subject, alert: toAlert(row) }))
}

/**
 * Returns the stored alert, and locks it against all other replicas until the transaction ends. Waits for an alert that another
 * replica is just beginning.
 */
export async function lockAlert(transaction: Database, key: AlertKey): Promise<Alert | undefined> {
  // A row is needed for the lock: two replicas that find none would both begin the alert and both send it.
  const begun = await transaction.change`
    insert into health_alert (name, place, subject, bad_since)
    values (${key.name}, ${key.place}, ${key.subject}, now()) on conflict do nothing`
  const row = await transaction.row(alertRow)`select ${columns} from health_alert where ${isOf(key)} for update`
  return begun || !row ? undefined : toAlert(row)
}

export async function keepAlert(transaction: Database, key: AlertKey, alert: Alert | undefined) {
  if (!alert) return transaction.change`delete from health_alert where ${isOf(key)}`
  return transaction.change`
    update health_alert set bad_since = ${toText(alert.badSince)}, well_since = ${toText(alert.wellSince)},
      open = ${alert.open}, told_at = ${toText(alert.notifiedAt)}, told_count = ${alert.notifiedCount}
    where ${isOf(key)}`
}

/** Returns the database's time, which all replicas use. */
export async function databaseTime(database: Database): Promise<number> {
  const row = await database.row(clock)`select clock_timestamp() as now`
  return Date.parse(row?.now ?? new Date().toISOString())
}
