import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { settleNotices } from '#server/engines/notices/notices.ts'
import { deviceName, withDevice } from '../user-agent.ts'
import { approveLogin, isOwnLogin, isWaiting, openLogins, rejectLogin, ruleOf, setRule } from './held-logins.sql.ts'
import { heldSubject } from './held-logins.ts'

export const terminalsCalls = {
  async getTerminalApproval({ system, membership, account }) {
    const { companyId, role } = membership
    const [rule, logins] = await together(system, database => [
      ruleOf(database, companyId),
      openLogins(database, companyId),
    ])
    return {
      on: rule?.on ?? false,
      resting: rule?.resting ?? false,
      settable: role === 'owner',
      logins: logins.map(({ account_id, ...login }) => withDevice({ ...login, own: account_id === account.id })),
    }
  },

  async setTerminalApproval({ system, company, membership }, { on }) {
    const { companyId, role } = membership
    if (!(await setRule(system, membership, on))) throw new Refusal(role === 'owner' ? -41043 : -41044)
    const entry = {
      action: 'company.terminal_approval' as const,
      id: companyId,
      name: '',
      detail: on ? '开启' : '关闭',
    }
    await recordActivity(company, companyId, [entry])
  },

  async approveHeldLogin(context, { login_id, overrule }) {
    const { system, membership, account } = context
    if (await isOwnLogin(system, membership.companyId, login_id, account.id)) throw new Refusal(-41045)
    await decide(context, 'login.approved', transaction =>
      approveLogin(transaction, membership, login_id, {
        by: membership.name,
        from: overrule ? 'rejected' : 'waiting',
      }),
    )
  },

  async rejectHeldLogin(context, { login_id }) {
    const { membership } = context
    await decide(context, 'login.rejected', transaction =>
      rejectLogin(transaction, membership, login_id, membership.name),
    )
  },
} satisfies SomeHandlers

async function decide(
  { system, company, membership }: ManagerContext,
  action: 'login.approved' | 'login.rejected',
  change: (transaction: ManagerContext['system']) => ReturnType<typeof approveLogin>,
): Promise<void> {
  const { companyId } = membership
  const decided = orRefuse(await change(system), -41042)
  const { employee_id, name, user_agent, ip } = decided
  if (!(await isWaiting(system, companyId, employee_id)))
    await settleNotices(system, companyId, [heldSubject(employee_id)])
  const entry = { action, id: employee_id, name, detail: `${deviceName(user_agent)}，IP ${ip}` }
  await recordActivity(company, companyId, [entry])
}
