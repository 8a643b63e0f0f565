import { followUpRoles } from '#contract/operations/operator-names.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import { notifyOrSupport } from '#server/engines/notices/operator-notices.ts'
import type { Services } from '#server/engines/services.ts'
import { claimDueFollowUps } from './notes.sql.ts'

export const followUpSubject = (noteId: string) => `follow-up:${noteId}`

/** Follow-ups in one batch: few enough that their locks block nobody for long. */
const batch = 100

/** Notifies assignees of the follow-ups that are due, or all of support where the assignee's role no longer permits them. */
export async function notifyDueFollowUps(
  { system }: Pick<Services, 'system'>,
  _payload: unknown,
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  await inBatches({ stopping, batch }, () =>
    system.transaction(async transaction => {
      const due = await claimDueFollowUps(transaction, batch)
      for (const { note_id, company_id, company_name, assignee_id, text } of due)
        await notifyOrSupport(
          transaction,
          [assignee_id],
          {
            subject: followUpSubject(note_id),
            title: `今天跟进：${company_name}`,
            text,
            link: `/operations/companies/${company_id}?tab=notes`,
          },
          followUpRoles,
        )
      return due.length
    }),
  )
}
