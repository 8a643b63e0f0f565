import { basename } from 'node:path'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { type ChainEnd, type CheckedChain, endOf, grownChains, hashAt, headsOf, recordKept } from './chain.sql.ts'
import { isGenuine, openHead, type SignedText } from './heads.ts'
import { putKept, readKept } from './kept-heads.ts'
import { reportBrokenChain } from './report-broken-chain.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'jobs' | 'storage'>
type Job = Pick<RunningJob, 'log' | 'stopping'>

const folder = 'chain-end/'
const keyOf = (companyId: string) => `${folder}${companyId}.json`

/**
 * Stores the end of each chain that has grown in the file storage, every minute: it reveals an attacker who restores an earlier end
 * with its former signature. It is replaced only by an end that continues it.
 */
export async function keepEnds(services: Needed, job: Job): Promise<void> {
  const alone = forEachIsolated(job, '连接记录的链的末端没有另存')
  await alone.run(await grownChains(services.system), chain => keepEnd(services, chain, job))
  alone.end()
}

async function keepEnd(services: Needed, { company_id: companyId, faults }: CheckedChain, { log }: Job): Promise<void> {
  const { system, config, storage } = services
  const end = await endOf(system, companyId)
  // The chaining task has reported an end that is not the portal's.
  if (!end || !isGenuine(config, companyId, 'end', end)) return
  const kept = await keptEnd(storage, companyId)
  const fault = kept && (await faultOf(system, config, companyId, kept, end))
  if (fault) {
    if (!faults) await reportBrokenChain(services, companyId, [fault], log)
    return
  }
  await putKept(storage, keyOf(companyId), end)
  await recordKept(system, companyId, end.number)
}

/** Returns the companies for whose chain an end is kept. */
export const companiesKept = async (storage: Needed['storage']): Promise<string[]> =>
  (await storage.list(folder)).map(key => basename(key, '.json'))

/** Returns the kept end of a company's chain; undefined where there is none, or the file can't be read. */
export const keptEnd = (storage: Needed['storage'], companyId: string): Promise<SignedText | undefined> =>
  readKept(storage, keyOf(companyId))

/** Returns why the chain does not continue its kept end; undefined when it does, or a retired key signed that end. */
async function faultOf(system: Database, keys: Keys, companyId: string, kept: SignedText, end: ChainEnd) {
  const head = openHead(keys, companyId, kept)
  if (!head) return undefined
  if (head.number > end.number) return `链比另存的末端短：第 ${head.number} 环已不在`
  const [trim] = await headsOf(system, companyId, 'trim', 1)
  if (!head.number || head.number < (trim?.number ?? 0)) return undefined
  const hash = head.number === trim?.number ? trim.hash : await hashAt(system, companyId, head.number)
  return hash?.toString('hex') === head.hash ? undefined : `第 ${head.number} 环与另存的末端不同`
}
