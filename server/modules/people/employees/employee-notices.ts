import { paths } from '#contract/paths.ts'
import { hasJoined, invitationDays } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import { deleteNotices } from '#server/engines/notices/notices.sql.ts'
import { notify, renotify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import type { Person } from '../people.sql.ts'

type Needed = Pick<Services, 'config' | 'jobs'>

interface Company {
  companyId: string
  companyName: string
}

/** An invitation has one notice, which is removed when it is answered or withdrawn. */
const subjectOf = (companyId: string) => `membership:${companyId}`

/** Invites people by notice, also those who have no account yet: the notice waits for them. */
export const askToJoin = (
  transaction: Database,
  services: Needed,
  { companyId, companyName }: Company,
  accountIds: string[],
) =>
  renotify(transaction, services, {
    to: { accountIds },
    kind: 'membership_invited',
    subject: subjectOf(companyId),
    title: `${companyName}邀请您加入`,
    text: `同意之后，您才成为该企业的员工，由其管理员分配时长、审核设备；也可以谢绝。${invitationDays} 天内未答复，邀请失效。`,
    link: paths.personalDetails,
  })

export const forgetInvitations = (transaction: Database, companyId: string, accountIds: string[]) =>
  deleteNotices(transaction, accountIds, subjectOf(companyId))

/** Notifies former members that they no longer belong to the company; the others' invitations are withdrawn. */
export async function notifyRemoved(
  transaction: Database,
  services: Needed,
  { companyId, companyName }: Company,
  people: Pick<Person, 'account_id' | 'state'>[],
  why = '企业管理员已将您移除',
): Promise<void> {
  const accountsOf = (some: typeof people) => some.map(({ account_id }) => account_id)
  await forgetInvitations(transaction, companyId, accountsOf(people))
  await renotify(transaction, services, {
    to: { accountIds: accountsOf(people.filter(hasJoined)) },
    kind: 'membership_ended',
    subject: `removed:${companyId}`,
    title: `您已不是${companyName}的员工`,
    text: `${why}：企业分配的时长、设备与专线不再可用。您的账号与登录不受影响。`,
    link: paths.personalDetails,
  })
}

/** Notifies the managers that a person has left. */
export const notifyOfLeaving = (
  transaction: Database,
  services: Needed,
  companyId: string,
  { employeeId, name, days }: { employeeId: string; name: string; days: number },
) =>
  notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'membership_answered',
    subject: `left:${employeeId}`,
    title: '员工自行退出',
    text: `${name}已退出企业，名下设备已删除${days ? `，${days} 人天未用的时长已退回` : ''}。`,
    link: paths.employees,
  })
