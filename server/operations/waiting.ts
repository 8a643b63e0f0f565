import sql, { type Sql } from 'sql-template-tag'
import { approvalRoles, mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '../database/database.ts'

/** What waits for an operator, by the name of the menu entry that shows it (web/operations/menu.tsx); for whom, and counted how. */
const queues: Record<string, { roles: readonly OperatorRole[]; count: Sql }> = {
  verifications: {
    roles: ['support'],
    count: sql`select count(*) from identity_verification where state = 'under_review'`,
  },
  disputes: { roles: ['support'], count: sql`select count(*) from device_dispute where state = 'open'` },
  approvals: { roles: approvalRoles, count: sql`select count(*) from approval where state = 'waiting'` },
}

/** How many things wait for somebody with these roles, by menu entry. */
export async function waitingFor(system: Database, roles: readonly OperatorRole[]): Promise<Record<string, number>> {
  const asked = Object.entries(queues).filter(([, queue]) => mayDo(roles, queue.roles))
  if (!asked.length) return {}
  const counts = asked.map(([name, { count }]) => sql`select ${name} as name, (${count})::integer as waiting`)
  const rows = await system.rows<{ name: string; waiting: number }>(
    counts.reduce((all, one) => sql`${all} union all ${one}`),
  )
  return Object.fromEntries(rows.map(({ name, waiting }) => [name, waiting]))
}
