import { paths } from '#contract/paths.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { reserveForSome } from '../hours/reserving.ts'
import { addPeople, idsOf } from './adding.ts'
import { failImport, importRowsFrom, lockImport, recordProgress } from './import.sql.ts'
import { draftOf } from './import-rows.ts'

/** One transaction writes this many rows: few enough that nobody waits long behind its locks. */
const batch = 100

/**
 * Writes the good rows of an import. A batch and the count that says it is written are one transaction, so that a run
 * that was killed resumes after the last batch: each row takes effect once.
 */
export async function importEmployees(
  services: Pick<Services, 'config' | 'jobs' | 'system'>,
  { company_id: companyId, import_id: id }: { company_id: string; import_id: string },
  { stopping, lastAttempt, log }: Pick<RunningJob, 'stopping' | 'lastAttempt' | 'log'>,
): Promise<void> {
  try {
    while (await services.system.transaction(transaction => writeBatch(services, transaction, companyId, id))) {
      if (stopping.aborted) throw new Error('the portal stops; the import goes on with its next start')
    }
  } catch (error) {
    if (lastAttempt && !stopping.aborted) {
      log.error({ err: error }, '员工导入失败')
      await services.system.transaction(transaction =>
        asCompany(transaction, companyId, company => failImport(company, companyId, id)),
      )
    }
    throw error
  }
}

/** Returns false when there is nothing left to write. */
async function writeBatch(
  services: Pick<Services, 'config' | 'jobs'>,
  transaction: Database,
  companyId: string,
  id: string,
): Promise<boolean> {
  const found = await asCompany(transaction, companyId, company => lockImport(company, companyId, id))
  if (found?.state !== 'running') return false
  const rows = await asCompany(transaction, companyId, company =>
    importRowsFrom(company, companyId, id, found.done, batch),
  )
  const added = await addPeople(services, transaction, {
    companyId,
    actorName: found.actor_name,
    message: found.invite,
    ip: null,
    drafts: rows.map(draftOf),
  })
  const failed = added.flatMap(({ problem }, index) => {
    const row = rows[index]
    return problem && row ? [{ ...row, problems: [problem] }] : []
  })
  const unreserved = await asCompany(transaction, companyId, async company => {
    const reservation = { companyId, employeeIds: idsOf(added), days: found.reserve_days, actorName: found.actor_name }
    const unreserved = found.reserve_days ? await reserveForSome(company, reservation) : 0
    const progress = { done: rows.length, added: rows.length - failed.length, unreserved, failed }
    await recordProgress(company, companyId, id, progress)
    return unreserved
  })
  const done = found.done + rows.length
  if (done < found.total) return true
  const [names, others] = [found.added + rows.length - failed.length, found.failed.length + failed.length]
  const without = found.unreserved + unreserved
  await notify(transaction, services, {
    to: { accountIds: [found.account_id] },
    kind: 'import_done',
    subject: `import:${id}`,
    title: '员工导入完成',
    text: `已添加 ${names} 人，待本人同意后成为员工${others ? `；${others} 行未能写入` : ''}${without ? `；企业剩余时长不足，${without} 人未预留时长` : ''}。`,
    link: `${paths.employees}?state=invited`,
  })
  return false
}
