import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** The queue holds the companies that asked for a trial. */
export const trialsQueue: Queue = {
  name: 'trials',
  roles: ['support'],
  count: sql`select count(*) from trial where state = 'requested'`,
}
