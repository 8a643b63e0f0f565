import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import type { JobPayloads } from '../jobs/jobs.ts'
import type { RunningJob } from '../jobs/tasks.ts'
import { notify } from '../notices/notices.ts'
import type { Services } from '../services.ts'
import { addPeople, defaultDeviceLimit } from './adding.ts'
import { failImport, importRowsFrom, lockImport, recordProgress } from './import.sql.ts'

/** Rows of one transaction: short enough that nobody waits behind its locks. */
const batch = 100

/**
 * Writes the good rows of an import. A batch and the count that says it is written are one transaction, so that a run
 * which was killed goes on behind the last batch: each row takes effect once.
 */
export async function importEmployees(
  services: Pick<Services, 'config' | 'jobs' | 'system'>,
  { company_id: companyId, import_id: id }: JobPayloads['import_employees'],
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

/** False when there is nothing left to write. */
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
    drafts: rows.map(({ phone, name, job_number, dept_id }) => ({
      phone,
      name,
      jobNumber: job_number || null,
      departmentId: dept_id,
      deviceLimit: defaultDeviceLimit,
    })),
  })
  const failed = added.flatMap(({ problem }, index) => {
    const row = rows[index]
    return problem && row ? [{ ...row, problems: [problem] }] : []
  })
  await asCompany(transaction, companyId, company =>
    recordProgress(company, companyId, id, { done: rows.length, added: rows.length - failed.length, failed }),
  )
  const done = found.done + rows.length
  if (done < found.total) return true
  const [names, others] = [found.added + rows.length - failed.length, found.failed.length + failed.length]
  await notify(transaction, services, {
    to: { accountIds: [found.account_id] },
    kind: 'import_done',
    subject: `import:${id}`,
    title: '员工导入完成',
    text: `已添加 ${names} 名员工${others ? `，${others} 行未能写入` : ''}。`,
    link: '/control/employeetime',
  })
  return false
}
