import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Services } from '#server/engines/services.ts'
import { writeBatch } from './import-batches.ts'
import { breakOff } from './import-broken.ts'

/**
 * Writes the valid rows of an import. A batch and the count of written rows are one transaction, so that after a killed run the
 * next continues behind the last batch: each row takes effect once.
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
    // No later attempt continues it, even if only the portal has stopped.
    if (lastAttempt) {
      log.error({ err: error }, '员工导入失败')
      await services.system.transaction(transaction => breakOff(services, transaction, { companyId, importId: id }))
    }
    throw error
  }
}

/** Writes all rows in the transaction that is passed as the system's. */
export async function writeAll(
  services: Pick<Services, 'config' | 'jobs' | 'system'>,
  companyId: string,
  id: string,
): Promise<void> {
  while (await writeBatch(services, services.system, companyId, id)) {}
}
