import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** The queue of undecided disputes over devices. */
export const disputesQueue: Queue = {
  name: 'disputes',
  roles: ['support'],
  count: sql`select count(*) from device_dispute where state = 'open'`,
}
