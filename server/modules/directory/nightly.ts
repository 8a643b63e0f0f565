import { isDirectoryProvider } from '#contract/directory-names.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { listActive } from './directory.sql.ts'
import { forgetLeft } from './mirror.sql.ts'
import { readAndCompare } from './provider/reading.ts'
import { compareAll } from './running.ts'

/** Compares every company with its directory, in the night; those of a provider are read before. */
export async function compareDirectories(
  services: TaskServices,
  _payload: object,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  for (const { company_id: companyId, source } of await listActive(services.system)) {
    if (stopping.aborted) return
    try {
      if (isDirectoryProvider(source)) await readAndCompare(services, companyId, stopping)
      else await compareAll(services, companyId)
      await forgetLeft(services.system, companyId)
    } catch (error) {
      // One company's trouble must not keep the others waiting.
      log.error({ err: error, companyId }, '企业目录的核对没有完成')
    }
  }
}
