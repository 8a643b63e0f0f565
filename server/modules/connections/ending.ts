import { heartbeatTimeoutSeconds } from '#contract/connection-names.ts'
import { asCompany } from '#server/database/as-company.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { chainNow } from './chain.ts'
import { closeConnection, companiesSilent, type OwnRow, silentConnections } from './connections.sql.ts'
import { closedTextOf, type FactRow, isSeen, markOf } from './facts.ts'

type Services = Pick<TaskServices, 'system' | 'config'> & Pick<RunningJob, 'log'>

/** How a connection ends: at the time that its client reports, or when it was last heard of. */
type Ending = { reason: 'disconnected'; at: string; number: number } | { reason: 'silent' | 'renewed'; number: number }

/** Ends an open connection as its row was read. Reports whether this call ended it. */
export async function endConnection(
  { system, config, log }: Services,
  companyId: string,
  open: Omit<OwnRow, 'is_long'>,
  ending: Ending,
): Promise<boolean> {
  const { seen_at: seenAt, seen_mark: _mark, last_number: _number, ...facts } = open
  const { reason, number } = ending
  const at = reason === 'disconnected' ? ending.at : provedSeen({ config, log }, companyId, open)
  // A report that was long delayed never ends a connection before it began.
  const ended_at = Date.parse(at) < Date.parse(open.started_at) ? open.started_at : at
  const row: FactRow = { ...facts, ended_at, end_reason: reason }
  const text = closedTextOf(row)
  const seenBy = reason === 'silent' ? seenAt : 'infinity'
  return system.transaction(async transaction => {
    const closing = { row, seenBy, number, mark: markOf(config, text) }
    const isClosed = await asCompany(transaction, companyId, company => closeConnection(company, companyId, closing))
    if (isClosed) chainNow(transaction, config, companyId, { ...row, kind: 'closed', text })
    return isClosed
  })
}

/** Returns when a connection was last heard of; where that was forged, only its opening is known. */
function provedSeen({ config, log }: Omit<Services, 'system'>, companyId: string, open: Omit<OwnRow, 'is_long'>) {
  if (isSeen(config, open)) return open.seen_at
  log.error({ company: companyId, connection: open.connection_id }, '连接最近一次心跳的时刻不是门户写下的')
  return open.started_at
}

const batch = 500

/** Ends the connections whose client has fallen silent, at the time when it was last heard of. */
export async function endSilent(
  { system, config }: Pick<TaskServices, 'system' | 'config'>,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<number> {
  let ended = 0
  const alone = forEachIsolated({ log, stopping }, '失去联系的连接没有结束')
  await alone.run(await companiesSilent(system, heartbeatTimeoutSeconds), ({ company_id }) =>
    inBatches({ stopping, batch }, async () => {
      const silent = await silentConnections(system, company_id, heartbeatTimeoutSeconds, batch)
      for (const row of silent) {
        const ending = { reason: 'silent' as const, number: row.last_number }
        if (await endConnection({ system, config, log }, company_id, row, ending)) ended += 1
      }
      return silent.length
    }),
  )
  if (ended) log.info({ ended }, '已结束失去联系的连接')
  alone.end()
  return ended
}
