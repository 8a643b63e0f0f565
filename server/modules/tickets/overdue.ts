import { inBatches } from '#server/engines/jobs/batches.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Services } from '#server/engines/services.ts'
import { claimOverdue } from './tickets.sql.ts'
import { notifyAssignees } from './tickets.ts'

/** Tickets in one batch: few enough that their locks block nobody for long. */
const batch = 100

/** Notifies of late tickets, once for each deadline. */
export async function notifyOverdueTickets(
  { system }: Pick<Services, 'system'>,
  _payload: unknown,
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  await inBatches({ stopping, batch }, () =>
    system.transaction(async transaction => {
      const late = await claimOverdue(transaction, batch)
      for (const ticket of late)
        await notifyAssignees(transaction, ticket.assignee_id ? [ticket.assignee_id] : [], ticket, {
          title: `工单 ${ticket.number} 已超时`,
          text: `${ticket.company_name}：${ticket.subject}`,
        })
      return late.length
    }),
  )
}
