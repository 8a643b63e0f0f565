import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** The queue of companies that requested a trial. */
export const trialsQueue: Queue = {
  name: 'trials',
  roles: ['support'],
  count: sql`select count(*) from trial where state = 'requested'`,
}
