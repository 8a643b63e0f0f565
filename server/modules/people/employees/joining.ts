import { paths } from '#contract/paths.ts'
import type { EmployeeAction } from '#contract/people.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { giveBack } from '../hours/bookings.ts'
import { recordLog } from '../people.ts'
import { forgetInvitations } from './employee-notices.ts'
import { type Answered, companiesLapsing, decline, deleteLink, isElsewhere, join, lapse } from './joining.sql.ts'
import { endWaiting } from './waiting-invitations.sql.ts'

/** Makes a person who has agreed an active employee. Throws -47020 without an invitation, -47022 for another company's member. */
export async function joinCompany(transaction: Database, accountId: string, companyId: string): Promise<void> {
  const joined = await join(transaction, accountId, companyId).catch(
    // Two companies were accepted concurrently.
    refuseViolation(constraint => (constraint === 'employee_joined' ? new Refusal(-47022) : undefined)),
  )
  if (!joined) throw new Refusal((await isElsewhere(transaction, accountId)) ? -47022 : -47020)
  await loggedAs(joined.name, () => settle(transaction, joined, 'joined'))
}

/** Records the person's refusal and notifies the managers. Throws -47020 when the invitation is gone. */
export async function declineCompany(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  accountId: string,
  companyId: string,
): Promise<void> {
  const declined = orRefuse(await decline(transaction, accountId, companyId), -47020)
  await loggedAs(declined.name, () => settle(transaction, declined, 'declined', '谢绝加入'))
  await notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'membership_answered',
    subject: `declined:${declined.employee_id}:${new Date().toISOString()}`,
    title: '加入邀请被谢绝',
    text: `${declined.name}谢绝了加入企业的邀请。`,
    link: employeesWho('declined'),
  })
}

/** With `note`, reserved days go back to the company: the statement that ended the reservation returned them. */
async function settle(transaction: Database, answered: Answered, action: EmployeeAction, note?: string) {
  const { company_id: companyId, employee_id, account_id, name, reserved_days: days } = answered
  await forgetInvitations(transaction, companyId, [account_id])
  await asCompany(transaction, companyId, async company => {
    await deleteLink(company, companyId, employee_id)
    await endWaiting(company, companyId, [employee_id])
    const detail = note === undefined && days ? `预留的 ${days} 天开始计算` : ''
    await recordLog(company, companyId, [{ employee_id, name, action, detail }])
    if (note !== undefined) await giveBack(company, { companyId, note }, [{ person: answered, days }])
  })
}

/** Names in one notice; an import may have invited hundreds. */
const namedInNotice = 5

/** Notifies the managers once for each batch, while the people can still be invited again. */
async function notifyOfLapse(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  companyId: string,
  lapsed: readonly Answered[],
): Promise<void> {
  if (lapsed.length === 0) return
  const names = lapsed.slice(0, namedInNotice).map(({ name }) => name)
  await notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'membership_answered',
    subject: `lapsed:${companyId}:${new Date().toISOString()}`,
    title: '加入邀请已过期',
    text: `${names.join('、')}${lapsed.length > names.length ? ` 等 ${lapsed.length} 人` : ''}没有答复加入企业的邀请，邀请已过期，预留的时长已退回；可以再次邀请。`,
    link: employeesWho('lapsed'),
  })
}

const employeesWho = (state: string) => `${paths.employees}?state=${state}`

/** Invitations in one batch: few enough that their locks block nobody for long. */
const batch = 100

/** Lets unanswered invitations lapse, company by company. Two concurrent replicas share the work. */
export async function lapseInvitations(
  services: Pick<Services, 'system' | 'config' | 'jobs'>,
  _payload: unknown,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const { system } = services
  const alone = forEachIsolated({ log, stopping }, '邀请到期而没有作废')
  await alone.run(await companiesLapsing(system), ({ company_id: companyId }) =>
    inBatches({ stopping, batch }, () =>
      system.transaction(async transaction => {
        const lapsed = await lapse(transaction, companyId, batch)
        for (const each of lapsed) await settle(transaction, each, 'lapsed', '邀请过期')
        await notifyOfLapse(transaction, services, companyId, lapsed)
        return lapsed.length
      }),
    ),
  )
  alone.end()
}
