import type { HealthCheck } from '#server/engines/health/health-check.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { type CheckedChain, chainFaults, checkedChains, companiesAmong, insertEnd, recordCheck } from './chain.sql.ts'
import { firstEnd, type SignedText } from './heads.ts'
import { companiesKept, keptEnd } from './kept-ends.ts'
import { readKept } from './kept-heads.ts'
import { reportBrokenChain } from './report-broken-chain.ts'
import { verifyChain } from './verify.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'jobs' | 'storage'>
type Job = Pick<RunningJob, 'log' | 'stopping'>

/** Runs once a day: walks each company's whole chain and compares it with the signatures that are kept outside of the database. */
export async function checkChains(services: Needed, job: Job): Promise<void> {
  await beginLost(services, job)
  const alone = forEachIsolated(job, '连接记录的链没有核对完')
  await alone.run(await checkedChains(services.system), chain => checkChain(services, chain, job))
  alone.end()
}

/**
 * Creates an end before its first link for a chain that is kept in the storage and missing from the database, from which the check
 * counts what is missing. The portal never removes a chain, nor a company.
 */
async function beginLost({ system, config, storage }: Needed, { log }: Job): Promise<void> {
  const kept = await companiesKept(storage)
  const known = new Set((await checkedChains(system)).map(({ company_id }) => company_id))
  const lost = kept.filter(companyId => !known.has(companyId))
  if (!lost.length) return
  const companies = new Set((await companiesAmong(system, lost)).map(({ company_id }) => company_id))
  for (const companyId of lost)
    if (companies.has(companyId)) await insertEnd(system, companyId, firstEnd(config, companyId))
    else log.error({ company: companyId }, '另存了链的末端的企业已不在数据库里')
}

async function checkChain(services: Needed, { company_id: companyId, faults: before }: CheckedChain, { log }: Job) {
  const faults = await faultsOf(services, companyId)
  if (faults.length && !before) await reportBrokenChain(services, companyId, faults, log)
  else await recordCheck(services.system, companyId, faults.length)
  if (faults.length && before) log.error({ company: companyId, faults }, '连接记录的链与记录不符')
}

async function faultsOf({ system, config, storage }: Needed, companyId: string): Promise<string[]> {
  const kept = await keptHeads(storage, companyId)
  try {
    return await system.transaction(async transaction => {
      // The chain grows with every report. A snapshot freezes it for the walk without making reports wait.
      await transaction.change`set transaction isolation level repeatable read, read only`
      return verifyChain(transaction, config, companyId, kept, { retiredKeys: true })
    })
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return ['有记录无法读取']
  }
}

/**
 * Reports whether the error comes from a value that the portal never writes, such as an infinite instant or a number out of range.
 * A failed connection or statement proves nothing about the record.
 */
const isUnreadable = (error: unknown) => error instanceof RangeError || error instanceof TypeError

async function keptHeads(storage: Needed['storage'], companyId: string): Promise<SignedText[]> {
  const kept: SignedText[] = []
  for (const key of await storage.list(`chain-head/${companyId}/`)) {
    const read = await readKept(storage, key)
    // A damaged file is no proof either way.
    if (read) kept.push(read)
  }
  const end = await keptEnd(storage, companyId)
  if (end) kept.push(end)
  return kept
}

export const chainChecks: readonly HealthCheck[] = [
  {
    name: 'connection_chains',
    group: 'database',
    title: '与签名不符的连接记录',
    metric: {
      name: 'portal_connection_chains_broken',
      help: 'Companies whose record of connections is not what was signed',
    },
    unit: 'count',
    limits: { warn: 0, bad: 0 },
    advice:
      '有人在门户之外改过数据库，或数据库恢复到了较早的时刻。日志里写着是哪一环；在查明之前不要清理，也不要出具护照。',
    every: 600,
    measure: async ({ database }) => [{ value: await chainFaults(database) }],
  },
]
