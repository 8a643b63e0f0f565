import { digestOf, linkHash } from '#server/core/connection-chain.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { beforeCommit } from '#server/database/transaction.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import {
  type ChainEnd,
  companiesUnchained,
  insertEnd,
  type Link,
  lockEnd,
  type MarkedRow,
  placeClosed,
  placeOpened,
  setEnd,
  unchainedRows,
} from './chain.sql.ts'
import { closedTextOf, isMark, openedTextOf } from './facts.ts'
import { firstEnd, isGenuine, signHead } from './heads.ts'

/** Connections that one transaction chains. A heartbeat of one of them waits for it, which takes some milliseconds. */
const batch = 500

/**
 * Assigns a link its place in its company's chain, in the transaction that writes its row, so that at no time a row could be
 * removed unnoticed. The end of the chain is locked last, because all of the company's reports need it.
 */
export const chainNow = (transaction: Database, keys: Keys, companyId: string, link: NewLink): void =>
  beforeCommit(transaction, last => place(last, keys, companyId, link))

async function place(transaction: Database, keys: Keys, companyId: string, link: NewLink): Promise<void> {
  const end = await requireEnd(transaction, keys, companyId)
  // Otherwise we would sign a chain that an attacker rewrote. The row waits, and the task that runs every minute reports it.
  if (!isGenuine(keys, companyId, 'end', end)) return
  const number = end.number + 1
  const hash = linkHash(end.hash, number, digestOf(link.text))
  const placeLinks = link.kind === 'opened' ? placeOpened : placeClosed
  const placed = await placeLinks(transaction, companyId, [{ connection_id: link.connection_id, number, hash }])
  // Another row in this place would leave a gap at this one's.
  if (placed) await setEnd(transaction, companyId, signHead(keys, 'end', companyId, { number, hash }))
}

interface NewLink {
  connection_id: string
  kind: 'opened' | 'closed'
  text: string
}

/** Places waiting rows: those of an earlier version, and those written while the end was not the portal's. Runs every minute. */
export async function chainConnections(
  { system, config }: Pick<TaskServices, 'system' | 'config'>,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const alone = forEachIsolated({ log, stopping }, '有连接记录没有放进链里')
  await alone.run(await companiesUnchained(system), async ({ company_id }) => {
    const forged: string[] = []
    for (let more = true; more && !stopping.aborted; ) {
      const outcome = await system.transaction(transaction => chainBatch(transaction, config, company_id, forged))
      if (outcome === 'forged end') {
        log.error({ company: company_id }, '连接记录的链的末端不是门户签名的，不再延长')
        break
      }
      forged.push(...outcome.forged)
      more = outcome.rows === batch
    }
    if (forged.length) log.error({ company: company_id, forged }, '有连接记录不是门户写下的，没有放进链里')
  })
  alone.end()
}

async function chainBatch(transaction: Database, keys: Keys, companyId: string, except: string[]) {
  const end = await requireEnd(transaction, keys, companyId)
  // Otherwise we would sign a chain that an attacker rewrote.
  if (!isGenuine(keys, companyId, 'end', end)) return 'forged end'
  const rows = await unchainedRows(transaction, companyId, except, batch)
  const links = rows.flatMap(row => waitingOf(keys, row))
  const forged = [...new Set(links.flatMap(({ genuine, connection_id }) => (genuine ? [] : [connection_id])))]
  const genuine = links.filter(({ connection_id }) => !forged.includes(connection_id))
  genuine.sort((one, other) => Date.parse(one.at) - Date.parse(other.at) || (one.kind === 'opened' ? -1 : 1))
  let { number, hash } = end
  const placed = { opened: [] as Link[], closed: [] as Link[] }
  for (const { connection_id, kind, text } of genuine) {
    number += 1
    hash = linkHash(hash, number, digestOf(text))
    placed[kind].push({ connection_id, number, hash })
  }
  if (placed.opened.length) await placeOpened(transaction, companyId, placed.opened)
  if (placed.closed.length) await placeClosed(transaction, companyId, placed.closed)
  if (genuine.length) await setEnd(transaction, companyId, signHead(keys, 'end', companyId, { number, hash }))
  return { rows: rows.length, forged }
}

/** Locks the end of the chain, which starts with the company's first connection. */
export async function requireEnd(transaction: Database, keys: Keys, companyId: string): Promise<ChainEnd> {
  const end = await lockEnd(transaction, companyId)
  if (end) return end
  await insertEnd(transaction, companyId, firstEnd(keys, companyId))
  const first = await lockEnd(transaction, companyId)
  if (!first) throw new Error('the chain has no end')
  return first
}

/** Returns the links that a row still waits for, and whether the portal itself has written their facts. */
export function waitingOf(keys: Keys, row: MarkedRow) {
  const { connection_id } = row
  const [openedText, closedText] = [openedTextOf(row), closedTextOf(row)]
  const opened = { connection_id, kind: 'opened' as const, at: row.started_at, text: openedText }
  const closed = row.ended_at && { connection_id, kind: 'closed' as const, at: row.ended_at, text: closedText }
  return [
    ...(row.opened_number === null ? [{ ...opened, genuine: isMark(keys, openedText, row.opened_mark) }] : []),
    ...(closed && row.closed_number === null
      ? [{ ...closed, genuine: isMark(keys, closedText, row.closed_mark) }]
      : []),
  ]
}
