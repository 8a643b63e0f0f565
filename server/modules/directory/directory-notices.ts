import { paths } from '#contract/paths.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { renotify, settleNotices } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { halt, noteFailed } from './directory.sql.ts'

export type Needed = Pick<Services, 'system' | 'config' | 'jobs'>

/** The company's logs name the directory for what follows from it. */
export const directoryName = '企业目录'

const halted = '要停用或移除的人过多'
const failed = '核对时出错，部门与员工保持原样，已离职的人还没有停用'

const haltedSubject = (companyId: string) => `directory:${companyId}`
const failedSubject = (companyId: string) => `directory-comparing:${companyId}`

/** Stops a directory that would remove too many people, until a manager has accepted its plan. */
export const haltDirectory = (services: Needed, companyId: string, people: number): Promise<void> =>
  services.system.transaction(async transaction => {
    if (!(await halt(transaction, companyId, halted))) return
    const detail = `${halted}：${people} 人`
    const entry = { action: 'directory.halted' as const, id: companyId, name: directoryName, detail }
    await loggedAs(directoryName, () =>
      asCompany(transaction, companyId, company => recordActivity(company, companyId, [entry])),
    )
    await renotify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'directory_halted',
      subject: haltedSubject(companyId),
      title: '企业目录已停下',
      text: `${detail}。请核对目录；确实如此的，看过计划后重新启用。`,
      link: paths.directory,
    })
  })

/** Shows that a comparison has failed for an internal reason, and notifies the managers once for as long as it stays so. */
export const reportFailed = (services: Needed, companyId: string): Promise<void> =>
  services.system.transaction(async transaction => {
    if (!(await noteFailed(transaction, companyId, failed))) return
    await renotify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'directory_halted',
      subject: failedSubject(companyId),
      title: '企业目录没有核对成功',
      text: `${failed}。每夜会再试；请先在“员工与时长”里处理已离职的人，并联系客服。`,
      link: paths.directory,
    })
  })

/** Everything was compared: no notice needs attention any more. */
export const settleDirectoryNotices = (transaction: Database, companyId: string): Promise<number> =>
  settleNotices(transaction, companyId, [haltedSubject(companyId), failedSubject(companyId)])
