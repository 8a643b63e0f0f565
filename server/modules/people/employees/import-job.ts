import { paths } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { peopleAdded } from '../events.ts'
import { reserveForSome } from '../hours/reserving.ts'
import { addPeople, idsOf } from './adding.ts'
import { failImport, importRowsFrom, lockImport, managerOf, recordProgress } from './import.sql.ts'
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

/** Writes all rows in the transaction that is given as the system's. */
export async function writeAll(
  services: Pick<Services, 'config' | 'jobs' | 'system'>,
  companyId: string,
  id: string,
): Promise<void> {
  while (await writeBatch(services, services.system, companyId, id)) {}
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
  const without = await asCompany(transaction, companyId, async company => {
    const reservation = { companyId, employeeIds: idsOf(added), days: found.reserve_days, actorName: found.actor_name }
    const unreserved = found.reserve_days ? await reserveForSome(company, reservation) : 0
    const untemplated = await applyTo(company, idsOf(added))
    const progress = { done: rows.length, added: rows.length - failed.length, unreserved, untemplated, failed }
    await recordProgress(company, companyId, id, progress)
    return { unreserved, untemplated }
  })
  const done = found.done + rows.length
  if (done < found.total) return true
  const [names, others] = [found.added + rows.length - failed.length, found.failed.length + failed.length]
  const unreserved = found.unreserved + without.unreserved
  const untemplated = found.untemplated + without.untemplated
  await notify(transaction, services, {
    to: { accountIds: [found.account_id] },
    kind: 'import_done',
    subject: `import:${id}`,
    title: '员工导入完成',
    text: `已添加 ${names} 人，待本人同意后成为员工${others ? `；${others} 行未能写入` : ''}${unreserved ? `；企业剩余时长不足，${unreserved} 人未预留时长` : ''}${untemplated ? `；${untemplated} 人没有套用模板，请在员工列表中补上` : ''}。`,
    link: `${paths.employees}?state=invited`,
  })
  return false

  /** All of a batch get what the template says, or none do; they are on the list either way. Returns how many did not. */
  async function applyTo(company: Database, employeeIds: string[]): Promise<number> {
    const { template_id: templateId, employee_id: employeeId } = found ?? {}
    if (!templateId || !employeeIds.length) return 0
    try {
      const membership = employeeId && (await managerOf(company, companyId, employeeId))
      if (!membership) return employeeIds.length
      await company.transaction(savepoint => peopleAdded.publish(savepoint, { membership, employeeIds, templateId }))
      return 0
    } catch (error) {
      if (error instanceof Refusal) return employeeIds.length
      throw error
    }
  }
}
