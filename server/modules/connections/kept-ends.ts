import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { eachAlone } from '#server/engines/jobs/each-alone.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { type ChainEnd, grownEnds, hashAt, headsOf, recordKept } from './chain.sql.ts'
import { isGenuine, openHead, type SignedText } from './heads.ts'
import { putKept, readKept } from './kept-heads.ts'
import { tellBroken } from './telling-broken.ts'

type Needed = Pick<TaskServices, 'system' | 'config' | 'jobs' | 'storage'>

const keyOf = (companyId: string) => `chain-end/${companyId}.json`

/**
 * Keeps the end of each chain that has grown in the file storage, every minute: somebody who puts an earlier end back, with the
 * signature that it once had, is found by it. It is replaced only by an end that continues it.
 */
export async function keepEnds(
  services: Needed,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const { system, config, storage } = services
  const alone = eachAlone({ log, stopping }, '连接记录的链的末端没有另存')
  await alone.run(await grownEnds(system), async ({ company_id: companyId, faults, ...end }) => {
    // The task that chains has told of it.
    if (!isGenuine(config, companyId, 'end', end)) return
    const kept = await keptEnd(storage, companyId)
    const fault = kept && (await faultOf(system, config, companyId, kept, end))
    if (fault) {
      if (!faults) await tellBroken(services, companyId, [fault], log)
      return
    }
    await putKept(storage, keyOf(companyId), end)
    await recordKept(system, companyId, end.number)
  })
  alone.end()
}

/** The end that is kept of a company's chain; undefined where there is none, or what is there can't be read. */
export const keptEnd = (storage: Needed['storage'], companyId: string): Promise<SignedText | undefined> =>
  readKept(storage, keyOf(companyId))

/** Returns why the chain does not continue what is kept of it; undefined when it does, or a key that was retired signed that. */
async function faultOf(system: Database, keys: Keys, companyId: string, kept: SignedText, end: ChainEnd) {
  const head = openHead(keys, companyId, kept)
  if (!head) return undefined
  if (head.number > end.number) return `链比另存的末端短：第 ${head.number} 环已不在`
  const [trim] = await headsOf(system, companyId, 'trim', 1)
  if (!head.number || head.number < (trim?.number ?? 0)) return undefined
  const hash = head.number === trim?.number ? trim.hash : await hashAt(system, companyId, head.number)
  return hash?.toString('hex') === head.hash ? undefined : `第 ${head.number} 环与另存的末端不同`
}
