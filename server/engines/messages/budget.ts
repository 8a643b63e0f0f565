import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { networkKey } from '#server/core/network.ts'
import type { Database } from '#server/database/database.ts'
import { type Limit, windowStart } from '#server/database/limits.ts'
import { limitsOf, type MessageBudget } from './limits.ts'

type Site = Pick<Config, 'smsDailyLimit'>

interface Counter extends Limit {
  key: string
  /** The refusal of a message that exceeds the limit. */
  refusal: 429 | -41007 | -41015
}

const day = 86_400

/** Returns the counters shared by all messages of a budget, the site's first. */
function sharedCounters({ kind, companyId, ip }: MessageBudget, { smsDailyLimit }: Site): Counter[] {
  const { company, network, site } = limitsOf(kind)
  const counters: Counter[] = [{ key: 'sms:site:all', max: smsDailyLimit, seconds: day, refusal: -41015 }]
  if (site === 'half')
    counters.push({ key: 'sms:site:half', max: Math.floor(smsDailyLimit / 2), seconds: day, refusal: -41015 })
  if (company && companyId)
    counters.push({ ...company, key: `sms:company:${company.counter}:${companyId}`, refusal: -41015 })
  if (network && ip)
    counters.push({ ...network, key: `sms:network:${network.counter}:${networkKey(ip)}`, refusal: 429 })
  return counters
}

/** Returns undefined if the phone's own row keeps the count together with the wait. */
function counterOfPhone({ kind }: MessageBudget, phone: string): Counter | undefined {
  const { person } = limitsOf(kind)
  if (person.wait !== undefined) return undefined
  return { ...person, key: `sms:person:${person.counter}:${phone}`, refusal: -41007 }
}

interface Judged {
  /** The limit that each phone's message exceeds, in the order of the phones; undefined if it exceeds none. */
  answers: (Counter['refusal'] | undefined)[]
  taken: Map<Counter, number>
}

/**
 * Judges one message per phone, in order, while every applicable counter has room: a phone over its own limit leaves room for the
 * others. A message that exceeds a limit counts nowhere.
 */
async function judge(
  site: Site,
  budget: MessageBudget,
  phones: string[],
  roomOf: (counters: Counter[]) => Promise<Map<string, number>>,
): Promise<Judged> {
  const shared = sharedCounters(budget, site)
  const own = new Map(
    [...new Set(phones)].toSorted().flatMap(phone => {
      const counter = counterOfPhone(budget, phone)
      return counter ? [[phone, counter]] : []
    }),
  )
  const room = await roomOf([...shared, ...own.values()])
  const taken = new Map<Counter, number>()
  const left = (counter: Counter) => (room.get(counter.key) ?? 0) - (taken.get(counter) ?? 0)
  const answers = phones.map(phone => {
    const mine = own.get(phone)
    const falling = mine ? [mine, ...shared] : shared
    const exceeded = falling.find(counter => left(counter) <= 0)
    if (!exceeded) for (const counter of falling) taken.set(counter, (taken.get(counter) ?? 0) + 1)
    return exceeded?.refusal
  })
  return { answers, taken }
}

/**
 * Takes one message per phone. Returns for each the limit that it exceeded, or undefined. The first statement locks the counters,
 * so that nobody else counts between it and the second one. The locking order is the same everywhere, the site's counter first: two
 * transactions with the same counters wait for each other instead of deadlocking.
 */
export async function takeBudget(
  transaction: Database,
  site: Site,
  budget: MessageBudget,
  phones: string[],
): Promise<(Counter['refusal'] | undefined)[]> {
  const { answers, taken } = await judge(site, budget, phones, counters => lockCounters(transaction, counters))
  await addHits(transaction, [...taken])
  return answers
}

/**
 * Returns the phones to which messages can currently be sent. Locks and counts nothing, so the sending itself, before the commit,
 * may still leave one out.
 */
export async function phonesWithRoom(
  database: Database,
  site: Site,
  budget: MessageBudget,
  phones: string[],
): Promise<Set<string>> {
  const { answers } = await judge(site, budget, phones, counters => readCounters(database, counters))
  return new Set(phones.filter((_, index) => answers[index] === undefined))
}

const counted = z.object({ key: z.string(), hits: z.int() })

/** Locks the counters and returns how many messages each one still permits. */
async function lockCounters(transaction: Database, counters: Counter[]): Promise<Map<string, number>> {
  const rows = await transaction.rows(counted)`
    insert into limit_counter as counter (key, window_start, hits)
    select wanted.key, ${windowStart(sql`wanted.seconds`)}, 0
    from unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::integer[])
      with ordinality as wanted (key, seconds, place)
    order by wanted.place
    on conflict (key, window_start) do update set hits = counter.hits
    returning key, hits`
  const hits = new Map(rows.map(row => [row.key, row.hits]))
  return new Map(counters.map(({ key, max }) => [key, max - (hits.get(key) ?? max)]))
}

/** Reads the same without a lock; a counter without a row has not been used yet. */
async function readCounters(database: Database, counters: Counter[]): Promise<Map<string, number>> {
  const rows = await database.rows(counted)`
    select counter.key, counter.hits
    from unnest(${counters.map(({ key }) => key)}::text[], ${counters.map(({ seconds }) => seconds)}::integer[])
      as wanted (key, seconds)
    join limit_counter counter on counter.key = wanted.key and counter.window_start = ${windowStart(sql`wanted.seconds`)}`
  const hits = new Map(rows.map(row => [row.key, row.hits]))
  return new Map(counters.map(({ key, max }) => [key, max - (hits.get(key) ?? 0)]))
}

/** `now()` is the transaction's time, so these are the windows that were locked. */
async function addHits(transaction: Database, taken: [Counter, number][]): Promise<void> {
  if (!taken.length) return
  await transaction.change`
    update limit_counter as counter set hits = counter.hits + taken.hits
    from unnest(${taken.map(([{ key }]) => key)}::text[], ${taken.map(([{ seconds }]) => seconds)}::integer[],
      ${taken.map(([, hits]) => hits)}::integer[]) as taken (key, seconds, hits)
    where counter.key = taken.key and counter.window_start = ${windowStart(sql`taken.seconds`)}`
}
