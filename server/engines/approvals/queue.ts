import sql from 'sql-template-tag'
import { approvalRoles } from '#contract/operations/operator-names.ts'
import type { Queue } from '../queues.ts'

/** Requests that wait for a second operator. */
export const approvalsQueue: Queue = {
  name: 'approvals',
  roles: approvalRoles,
  count: sql`select count(*) from approval where state = 'waiting'`,
}
