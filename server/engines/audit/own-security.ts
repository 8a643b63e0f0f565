import { randomUUID } from 'node:crypto'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '#server/database/database.ts'
import { executionContext } from '../activity/context.ts'
import { jobs } from '../jobs/enqueue.ts'
import { jobKind } from '../jobs/jobs.ts'
import { notifyOperators, ownersAmong } from '../notices/operator-notices.ts'

/** Notices to an operator about changes to their own access to the back office, whoever made them. */
export const ownSecurity: Partial<Record<AuditAction, string>> = {
  'operator.new_terminal': '您的账号在新的终端登录',
  'operator.password_changed': '您的密码被修改',
  'operator.totp_bound': '您的账号绑定了动态验证器',
  'operator.passkey_added': '您的账号添加了通行密钥',
  'operator.passkey_removed': '您的账号移除了通行密钥',
  'operator.recovery_code_used': '您的一个恢复码被使用',
  'operator.recovery_codes_renewed': '您的恢复码被重新生成',
  'operator.reset': '您的账号被重置',
}

/** Pushes events of an owner's account to the alert channels, so that a thief cannot hide them by dismissing the notice. */
export const alertOwnerJob = jobKind<{ operator_id: string; title: string; text: string }>('alert_owner', {
  lane: 'slow',
})

/** Called by the audit log, which every path writes, so that no path forgets to notify the account's holder. */
export async function notifyOperatorOfOwnSecurity(
  database: Database,
  action: AuditAction,
  target: string,
): Promise<void> {
  const title = ownSecurity[action]
  if (!title) return
  const operator_id = target.replace('operator:', '')
  const ip = executionContext()?.ip
  const owners = await ownersAmong(database, [operator_id])
  const told = owners.length ? '另一位负责人' : '负责人'
  const text = `${ip ? `来自 ${ip}。` : ''}不是您本人所为的，请立即修改密码、结束其他登录，并告诉${told}。`
  const notice = { subject: `security:${randomUUID()}`, title, text, link: '/operations/account', informs: true }
  await notifyOperators(database, [operator_id], notice)
  await jobs.enqueue(database, alertOwnerJob, { operator_id, title, text })
}
