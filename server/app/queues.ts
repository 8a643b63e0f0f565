import { approvalsQueue } from '#server/engines/approvals/queue.ts'
import type { Queue } from '#server/engines/queues.ts'
import { disputesQueue } from '#server/modules/devices/queue.ts'
import { invoicesQueue } from '#server/modules/invoices/queue.ts'
import { moneyQueue, refundsQueue, transfersQueue } from '#server/modules/payments/queues.ts'
import { ticketsQueue } from '#server/modules/tickets/queue.ts'
import { trialsQueue } from '#server/modules/trials/queue.ts'
import { verificationsQueue } from '#server/modules/verification/queue.ts'

export const queues: readonly Queue[] = [
  verificationsQueue,
  disputesQueue,
  trialsQueue,
  ticketsQueue,
  transfersQueue,
  refundsQueue,
  moneyQueue,
  invoicesQueue,
  approvalsQueue,
]
