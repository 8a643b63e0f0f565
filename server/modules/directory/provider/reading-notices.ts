import { paths } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { renotify, settleNotices } from '#server/engines/notices/notices.ts'
import type { Needed } from '../directory-notices.ts'
import { endReading, noteRead, noteReadAt } from './provider.sql.ts'

export const unexpected = '读取时门户出错，请联系客服'
const subjectOf = (companyId: string) => `directory-reading:${companyId}`

const notifyCompany = (
  transaction: Database,
  services: Needed,
  companyId: string,
  { title, text }: { title: string; text: string },
) =>
  renotify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'directory_halted',
    subject: subjectOf(companyId),
    title,
    text,
    link: paths.directory,
  })

/** Shows why a directory could not be read, and notifies the managers once for as long as it stays so. */
export const reportUnreadable = (services: Needed, companyId: string, problem: string): Promise<void> =>
  services.system.transaction(async transaction => {
    if (!(await noteRead(transaction, companyId, problem))) {
      await endReading(transaction, companyId)
      return
    }
    const text = `${problem}。员工保持原样；修复后在“企业目录”里重新读取。`
    await notifyCompany(transaction, services, companyId, { title: '企业目录没有读到', text })
  })

export const settleReadingNotices = (transaction: Database, companyId: string): Promise<number> =>
  settleNotices(transaction, companyId, [subjectOf(companyId)])

/** Records that a directory was read. People who could not be read stay, which is shown and reported like a failed reading. */
export async function recordReading(
  transaction: Database,
  services: Needed,
  companyId: string,
  troubled: ReadonlyMap<string, string>,
): Promise<void> {
  const [first] = [...troubled].sort(([one], [other]) => (one < other ? -1 : 1))
  if (!first) {
    await noteRead(transaction, companyId, null)
    await settleReadingNotices(transaction, companyId)
    return
  }
  const problem = `${troubled.size} 人，他们保持原样，其余已读到（${first[1]}）`
  const isNew = await noteRead(transaction, companyId, problem)
  await noteReadAt(transaction, companyId)
  const text = `没有读到 ${problem}。已离职的请先在“员工与时长”里处理；修复后在“企业目录”里重新读取。`
  if (isNew) await notifyCompany(transaction, services, companyId, { title: '企业目录没有全部读到', text })
}
