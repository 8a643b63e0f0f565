import sql from 'sql-template-tag'
import { countOf } from '#server/database/count-rows.ts'
import type { HealthCheck } from '#server/engines/health/health-check.ts'

export const ticketChecks: readonly HealthCheck[] = [
  {
    name: 'tickets_overdue',
    group: 'service',
    title: '超过期限没有答复的工单',
    metric: { name: 'portal_tickets_overdue', help: 'Open tickets whose deadline has passed' },
    unit: 'count',
    limits: { warn: 0, bad: 20 },
    advice: '在“工单”里按“已超时的”查看：答复，或转交给有空的同事。',
    measure: async ({ database }) => [
      { value: await countOf(database, sql`select count(*) from ticket where state = 'open' and due_at <= now()`) },
    ],
  },
]
