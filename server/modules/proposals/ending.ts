import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { setExpired, withdrawOpen } from './proposals.sql.ts'
import { namedAs, noticeOf, notifyMaker } from './proposals.ts'

/** Proposals in one batch: few enough that their locks block nobody for long. */
const batch = 100

/** Ends expired proposals. They could not be accepted since their end, whether this has run or not. */
export async function endProposals(
  { system }: Pick<Services, 'system'>,
  _payload: unknown,
  { stopping }: Pick<RunningJob, 'stopping'>,
): Promise<void> {
  await inBatches({ stopping, batch }, () =>
    system.transaction(async transaction => {
      const over = await setExpired(transaction, batch)
      for (const proposal of over) {
        const { company_id, proposal_id } = proposal
        const entry = { action: 'proposal.expired' as const, id: proposal_id, name: namedAs(proposal) }
        await recordActivity(transaction, company_id, [entry])
        await recordAudit(transaction, { action: 'proposal.expired', target: noticeOf(proposal_id) })
        await settleNotices(transaction, company_id, [noticeOf(proposal_id)])
        await notifyMaker(transaction, proposal, '报价已到期', '企业没有答复')
      }
      return over.length
    }),
  )
}

/** Withdraws what a company that is being closed was offered, or would have been; the company's people are still on its list. */
export async function withdrawProposalsOf(
  transaction: Database,
  { companyId, reason }: { companyId: string; reason: string },
): Promise<void> {
  for (const proposal of await withdrawOpen(transaction, companyId, reason)) {
    const { proposal_id, sent_at } = proposal
    if (sent_at) {
      const entry = { action: 'proposal.withdrawn' as const, id: proposal_id, name: namedAs(proposal), detail: reason }
      await recordActivity(transaction, companyId, [entry])
      await settleNotices(transaction, companyId, [noticeOf(proposal_id)])
    }
    const after = { company_id: companyId, reason }
    await recordAudit(transaction, { action: 'proposal.withdrawn', target: noticeOf(proposal_id), after })
    await notifyMaker(transaction, proposal, '报价已撤回', reason)
  }
}
