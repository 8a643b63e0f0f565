import sql from 'sql-template-tag'
import type { Queue } from '../queues.ts'

/** Requests that wait for a second operator. */
export const approvalsQueue: Queue = {
  name: 'approvals',
  roles: ['finance'],
  count: sql`select count(*) from approval where state = 'waiting'`,
}
