import { silentSeconds } from '#contract/connection-names.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { closeConnection, type OwnRow, silentConnections } from './connections.sql.ts'
import { closedTextOf, type FactRow, markOf } from './facts.ts'

interface Ending {
  reason: 'disconnected' | 'silent' | 'renewed'
  at: string
  number: number
}

/** Ends an open connection as its row was read. Reports whether it was this that ended it. */
export async function endConnection(
  database: Database,
  keys: Keys,
  companyId: string,
  open: Omit<OwnRow, 'is_long'>,
  { reason, at, number }: Ending,
): Promise<boolean> {
  const { seen_at: seenAt, last_number: _, ...facts } = open
  // A report that was delayed for long never ends a connection before it began.
  const ended_at = Date.parse(at) < Date.parse(open.started_at) ? open.started_at : at
  const row: FactRow = { ...facts, ended_at, end_reason: reason }
  const mark = markOf(keys, closedTextOf(row))
  const seenBy = reason === 'silent' ? seenAt : 'infinity'
  return closeConnection(database, companyId, { row, seenBy, number, mark })
}

const batch = 500

/** Ends the connections whose client is not heard of any more, at the moment when it last was. */
export async function endSilent(
  { system, config }: Pick<TaskServices, 'system' | 'config'>,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<number> {
  let ended = 0
  await inBatches({ stopping, batch }, async () => {
    const silent = await silentConnections(system, silentSeconds, batch)
    for (const { company_id, ...row } of silent) {
      const ending = { reason: 'silent' as const, at: row.seen_at, number: row.last_number }
      if (await endConnection(system, config, company_id, row, ending)) ended += 1
    }
    return silent.length
  })
  if (ended) log.info({ ended }, '已结束失去联系的连接')
  return ended
}
