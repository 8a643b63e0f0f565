import { paths } from '#contract/paths.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { smsIsDown } from '#server/engines/messages/queue.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { sendInvitations, withInvitedPhone } from './inviting.ts'
import { companiesWaiting, countWaiting, endWaiting, lockWaiting } from './waiting-invitations.sql.ts'

/** People of a company invited in one run, few enough that the companies after it get their share of the day's messages. */
const most = 100

/**
 * Sends the invitations that an earlier day's budget left out, as far as today's permits, and notifies the managers once a day of
 * those that still wait.
 */
export async function sendWaitingInvitations(
  services: Pick<TaskServices, 'system' | 'config' | 'jobs'>,
  _payload: unknown,
  job: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const { system } = services
  if (await smsIsDown(system)) return
  const alone = forEachIsolated(job, '没有补发邀请短信')
  await alone.run(await companiesWaiting(system), async ({ company_id: companyId, name: companyName }) => {
    await system.transaction(async transaction => {
      const people = await lockWaiting(transaction, companyId, most)
      const recipients = await withInvitedPhone(transaction, people)
      const reachable = new Set(recipients.map(({ employee_id }) => employee_id))
      const moved = people.flatMap(({ employee_id }) => (reachable.has(employee_id) ? [] : [employee_id]))
      await endWaiting(transaction, companyId, moved)
      await sendInvitations(services, transaction, { companyId, companyName, ip: null }, recipients, 'first')
    })
    const left = await countWaiting(system, companyId)
    if (!left) return
    await notify(system, services, {
      to: { managersOfCompany: companyId },
      kind: 'invitations_waiting',
      subject: `invitations:${new Date().toISOString().slice(0, 10)}`,
      title: '邀请短信没有发完',
      text: `还有 ${left} 名员工没有收到邀请短信：今天能发的条数已用完，之后每天接着发。已有账号的人现在登录也能答复。`,
      link: `${paths.employees}?state=invited`,
    })
  })
  alone.end()
}
