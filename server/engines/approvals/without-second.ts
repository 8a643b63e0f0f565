import sql from 'sql-template-tag'
import { type ApprovalKind, approvalNames } from '#contract/operations/operator-names.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notifyOperators, operatorsWith } from '../notices/operator-notices.ts'

interface Act {
  kind: ApprovalKind
  /** What is done, with names and figures. */
  summary: string
  /** Why it is not left to two in the back office. */
  reason: string | undefined
}

/**
 * Lets the command line do what requires two operators in the back office. If there are two, a reason is required, which is kept in
 * the audit log, and every owner is notified. A single operator, whose request nobody could confirm, gives none.
 */
export async function recordWithoutSecond(transaction: Database, { kind, summary, reason }: Act): Promise<void> {
  const deciders = await countOf(
    transaction,
    sql`select count(*) from operator join approval_policy policy on policy.kind = ${kind}
      where operator.state = 'active' and operator.roles && policy.roles`,
  )
  const why = reason?.trim().slice(0, 200) ?? ''
  if (deciders > 1 && why.length < 2)
    throw new CommandUsage(
      `${approvalNames[kind]}须经第二人：请在运营后台提交，由另一位操作员确认。确须在命令行独自执行时，用 --alone <原因> 写明原因，原因记入审计日志，全部负责人都会收到提醒`,
    )
  await recordAudit(transaction, {
    action: 'approval.passed_by',
    target: `approval_policy:${kind}`,
    after: { kind, summary, reason: why || null, without_approval: true },
  })
  const owners = (await operatorsWith(transaction, [])).map(({ operator_id }) => operator_id)
  await notifyOperators(transaction, owners, {
    subject: `alone:${kind}:${summary}`,
    title: `命令行未经第二人：${approvalNames[kind]}`,
    text: `${auditActor().replace(/^cli:/, '')} ${summary}${why && `，原因：${why}`}。`,
    link: `/operations/audit?${new URLSearchParams({ target: `approval_policy:${kind}` })}`,
    informs: true,
  })
}
