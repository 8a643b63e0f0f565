import { isDirectoryProvider } from '#contract/directory-names.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { listActive } from './directory.sql.ts'
import { forgetLeft } from './mirror.sql.ts'
import { readAndCompare } from './provider/reading.ts'
import { compareAll } from './running.ts'

/** Compares every company with its directory each night; a provider's directory is read before. */
export async function compareDirectories(
  services: TaskServices,
  _payload: object,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated({ log, stopping }, '企业目录的核对没有完成')
  await alone.run(await listActive(services.system), async ({ company_id: companyId, source }) => {
    if (isDirectoryProvider(source)) await readAndCompare(services, companyId, stopping)
    else await compareAll(services, companyId)
    await forgetLeft(services.system, companyId)
  })
  alone.end()
}
