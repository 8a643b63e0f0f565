import { chainStart, digestOf, linkHash } from '#server/core/connection-chain.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { allUnchained, endOf, headsOf, type LinkRow, linksBetween, openConnections } from './chain.sql.ts'
import { waitingOf } from './chain.ts'
import { closedTextOf, isSeen, openedTextOf } from './facts.ts'
import { isGenuine, openHead, type SignedText } from './heads.ts'

const step = 5_000

/** Walks the links after `from`, up to `last`, and yields for each the conclusions from the rows. */
export async function* links(
  database: Database,
  companyId: string,
  from: { number: number; hash: Buffer },
  last: number,
): AsyncGenerator<{ number: number; hash: Buffer; stored: Buffer; expected: number; row: LinkRow }> {
  let { number, hash } = from
  for (let first = from.number + 1; first <= last; first += step)
    for (const link of await linksBetween(database, companyId, first, Math.min(first + step - 1, last))) {
      const expected = number + 1
      number = link.number
      hash = linkHash(hash, number, digestOf(link.kind === 'opened' ? openedTextOf(link) : closedTextOf(link)))
      yield { number, hash, stored: link.hash, expected, row: link }
    }
}

/**
 * Checks a company's chain against its rows, its signed ends, and the heads that others have kept. Returns the faults, one sentence
 * each, up to a maximum; none when all is as it was written. With `retiredKeys` the signature of a day by a key that is no longer
 * in the ring is skipped, instead of being called forged.
 */
export async function verifyChain(
  database: Database,
  keys: Keys,
  companyId: string,
  kept: readonly SignedText[] = [],
  { most = 20, retiredKeys = false }: { most?: number; retiredKeys?: boolean } = {},
): Promise<string[]> {
  const faults: string[] = []
  const fault = (text: string) => {
    if (faults.length < most) faults.push(text)
  }
  const end = await endOf(database, companyId)
  const [trim] = await headsOf(database, companyId, 'trim', 1)
  const days = await headsOf(database, companyId, 'day', 10_000)
  if (trim && !isGenuine(keys, companyId, 'trim', trim)) fault('清理的起点不是门户签名的')
  if (end && !isGenuine(keys, companyId, 'end', end)) fault('链的末端不是门户签名的')
  const genuine = days.filter(day => isGenuine(keys, companyId, 'day', day))
  if (!retiredKeys) for (const day of days) if (!genuine.includes(day)) fault(`第 ${day.number} 环的每日签名不是门户的`)
  const heads = new Map((retiredKeys ? genuine : days).map(({ number, hash }) => [number, hash.toString('hex')]))
  for (const each of kept) {
    const head = openHead(keys, companyId, each)
    if (!head) {
      if (!retiredKeys) fault('另存的签名不是门户的')
      continue
    }
    const signedHead = heads.get(head.number)
    if (signedHead !== undefined && signedHead !== head.hash) fault(`第 ${head.number} 环与另存的签名不同`)
    heads.set(head.number, head.hash)
    if (head.number > (end?.number ?? 0)) fault(`链比另存的签名短：第 ${head.number} 环已不在`)
  }
  let number = trim?.number ?? 0
  let hash = trim?.hash ?? chainStart(companyId)
  const last = end?.number ?? 0
  const agree = () => {
    const head = heads.get(number)
    if (head !== undefined && head !== hash.toString('hex')) fault(`第 ${number} 环与签名不同`)
  }
  agree()
  // One more step finds a row that was numbered beyond the end.
  for await (const link of links(database, companyId, { number, hash }, last + step)) {
    if (link.number !== link.expected) fault(`第 ${link.expected} 环缺失或重复`)
    if (!link.hash.equals(link.stored)) fault(`第 ${link.number} 环与记录不同`)
    number = link.number
    hash = link.hash
    agree()
    if (faults.length >= most) return faults
  }
  if (number !== last || (end && !hash.equals(end.hash))) fault(`链止于第 ${number} 环，应为第 ${last} 环`)
  for (const row of await allUnchained(database, companyId))
    if (waitingOf(keys, row).some(({ genuine }) => !genuine)) fault(`连接 ${row.connection_id} 不是门户写下的`)
  for (const row of await openConnections(database, companyId))
    if (!isSeen(keys, row)) fault(`连接 ${row.connection_id} 最近一次心跳的时刻不是门户写下的`)
  return faults
}
