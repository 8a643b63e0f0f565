import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'
import { undecided } from './operations-refunds.sql.ts'
import { toCompare } from './operations-transfers.sql.ts'
import { undecidedMoney } from './operations-troubles.sql.ts'

export const transfersQueue: Queue = {
  name: 'transfers',
  roles: ['finance'],
  count: sql`select count(*) from payment where gateway = 'transfer' and ${toCompare}`,
}

export const refundsQueue: Queue = {
  name: 'refunds',
  roles: ['finance'],
  count: sql`select count(*) from refund where ${undecided}`,
}

export const moneyQueue = {
  name: 'money',
  roles: ['finance'],
  count: sql`select count(*) from payment where ${undecidedMoney}`,
} satisfies Queue
