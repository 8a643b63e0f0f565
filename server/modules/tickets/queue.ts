import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** The queue holds the tickets that nobody has taken, and those that are late, whoever has them. */
export const ticketsQueue: Queue = {
  name: 'tickets',
  roles: ['support', 'finance', 'content', 'network'],
  count: sql`select count(*) from ticket where state = 'open' and (assignee_id is null or due_at <= now())`,
}
