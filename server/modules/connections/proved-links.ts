import { chainStart } from '#server/core/connection-chain.ts'
import type { Keys } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { inSnapshot } from '#server/database/snapshot.ts'
import { type ChainEnd, endOf, firstLinkOf, headsOf, type LinkRow, linksBetween } from './chain.sql.ts'
import { isGenuine, signHead } from './heads.ts'
import { anyTime, type Within } from './held-addresses.sql.ts'
import { links } from './verify.ts'

export interface ProvedLinks {
  /** The signed end of the chain, at the last of the links. */
  end: ChainEnd
  /** The link that the first of them follows. */
  before: { number: number; hash: Buffer }
  /** Yields the links; throws -56007 at a row that is not what was signed. */
  walk(): AsyncGenerator<{ number: number; row: LinkRow }>
}

interface Part {
  /** Starts with the first link of this address. */
  address?: string
  /** Limits to connections that began since then. */
  since?: string | undefined
  /** Limits to one period of holding the address. */
  within?: Within
  most?: number
}

/**
 * Opens the part of a company's chain that concerns an address, as one snapshot: rows trimmed meanwhile would seem to be missing.
 * Throws -56007 where the rows are not what was signed. `work` reads only through the snapshot, which holds a connection.
 */
export async function withProvedLinks<Result>(
  company: Database,
  keys: Keys,
  companyId: string,
  part: Part,
  work: (links: ProvedLinks, snapshot: Database) => Promise<Result>,
): Promise<Result> {
  const results = inSnapshot(company, async function* (snapshot) {
    yield await work(await provedLinks(snapshot, keys, companyId, part), snapshot)
  })
  for await (const result of results) return result
  throw new Error('the snapshot gave nothing')
}

async function provedLinks(
  company: Database,
  keys: Keys,
  companyId: string,
  { address, since = '-infinity', within = anyTime, most = Number.POSITIVE_INFINITY }: Part,
): Promise<ProvedLinks> {
  const end =
    (await endOf(company, companyId)) ?? signHead(keys, 'end', companyId, { number: 0, hash: chainStart(companyId) })
  if (!isGenuine(keys, companyId, 'end', end)) throw new Refusal(-56007)
  const [trim] = await headsOf(company, companyId, 'trim', 1)
  const trimmed = { number: trim?.number ?? 0, hash: trim?.hash ?? chainStart(companyId) }
  const first =
    address === undefined ? 0 : ((await firstLinkOf(company, companyId, { address, since, within })) ?? end.number + 1)
  const start = Math.max(first, trimmed.number + 1)
  if (end.number - start >= most) throw new Refusal(-56006)
  const before = start === trimmed.number + 1 ? trimmed : await linkAt(start - 1)
  return { end, before, walk }

  async function* walk() {
    let hash = before.hash
    for await (const link of links(company, companyId, before, end.number)) {
      if (link.number !== link.expected || !link.hash.equals(link.stored)) throw new Refusal(-56007)
      hash = link.hash
      yield { number: link.number, row: link.row }
    }
    if (!hash.equals(end.hash)) throw new Refusal(-56007)
  }

  async function linkAt(number: number) {
    const [link] = await linksBetween(company, companyId, number, number)
    if (!link) throw new Refusal(-56007)
    return { number, hash: link.hash }
  }
}
