import sql from 'sql-template-tag'
import { actingRoles } from '#contract/operations/operator-names.ts'
import type { Queue } from '../queues.ts'
import { awaiting } from './approval-list.sql.ts'

/** Requests that wait for a second operator, for the operators who may decide them. */
export const approvalsQueue: Queue = {
  name: 'approvals',
  roles: actingRoles,
  count: operator => sql`select count(*) from approval where ${awaiting(operator)}`,
}
