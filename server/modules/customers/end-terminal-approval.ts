import { randomUUID } from 'node:crypto'
import { Refusal } from '#server/core/refusal.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { clearRule } from '#server/modules/accounts/terminals/held-logins.sql.ts'

interface Change {
  companyId: string
  reason: string
}

/** The way out for a company whose managers all have new browsers, so that none can approve another. All of them are notified. */
export async function endTerminalApproval(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, reason }: Change,
): Promise<void> {
  const { system } = services
  if (!(await clearRule(system, companyId)))
    throw new Refusal((await companyExists(system, companyId)) ? -53301 : -53021)
  const entry = { action: 'company.terminal_approval' as const, id: companyId, name: '', detail: '关闭' }
  await recordActivity(system, companyId, [entry])
  await notify(system, services, {
    to: { managersOfCompany: companyId },
    kind: 'company_state',
    subject: `terminals:${companyId}:${randomUUID()}`,
    title: '新终端批准已关闭',
    text: '客服应企业的请求关闭了新终端批准，管理员在新的浏览器或客户端登录不再须由他人批准。如非企业提出，请立即联系客服。',
    link: '',
  })
  await recordAudit(system, {
    action: 'company.terminal_approval_ended',
    target: `company:${companyId}`,
    after: { reason },
  })
}
