import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'
import { waits } from './tickets.sql.ts'

export const ticketsQueue: Queue = {
  name: 'tickets',
  roles: ['support', 'finance', 'content', 'network'],
  count: sql`select count(*) from ticket where ${waits}`,
}
