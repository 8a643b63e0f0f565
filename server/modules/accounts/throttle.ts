import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'

interface Counter {
  /** This many wrong passwords are free, before there is a wait. */
  free: number
  /** After so many hours without another wrong password half of them are forgotten. */
  halfLife: number
}

/**
 * A counter that many share, such as an address, has more free tries and forgets sooner: an office or a mobile provider's
 * customers who mistype now and then must not add up to a wait for all.
 */
const counters: { own: Counter; shared: Counter } = {
  own: { free: 5, halfLife: 6 },
  shared: { free: 30, halfLife: 1 },
}
/**
 * The wait is 30 seconds after the first failure too many, doubled at each further one, and 15 minutes at most: it
 * never becomes a lockout for good.
 */
const firstWait = 30
const longestWait = 900

/** The owner of the password. */
export type Holder = `account:${string}` | `operator:${string}`

/** The keys that a wrong password counts by. */
export interface Attempt {
  own: string
  shared: string
}

/** The name that somebody types to log in, as a customer or as an operator. The kind keeps the counts of the two apart. */
export type LoginName = `account:${string}` | `operator:${string}`

/** All strangers together have the tries of one account; the name may be nobody's. */
export const strangersAttempt = (name: LoginName, ip: string): Attempt => ({
  own: name,
  shared: `address:${addressKey(ip)}`,
})

/**
 * A device that was logged in before, or an open session, counts by itself: what strangers do never holds it back. All
 * of one holder share a count, so that having many of them is no way to guess faster.
 */
export const trustedAttempt = (holder: Holder, by: `device:${string}` | `session:${string}`): Attempt => ({
  own: `known:${holder}:${by}`,
  shared: `known:${holder}`,
})

const waitSeconds = z.object({ seconds: z.int() })

/** Refuses (-41002) with the seconds to wait while the attempt is held back. */
export async function requireAttempt(database: Database, { own, shared }: Attempt): Promise<void> {
  const held = await database.row(waitSeconds)`
  select ceil(extract(epoch from max(blocked_until) - now()))::integer as seconds
  from login_throttle where key = any(${[own, shared]}) and blocked_until > now()
  having max(blocked_until) is not null`
  if (held) throw new Refusal(-41002, held.seconds)
}

/** Counts a wrong password and throws: with `code` and the tries that are left, or with the seconds to wait. */
export async function refuseAttempt(
  database: Database,
  { own, shared }: Attempt,
  code: -41001 | -41012 | -41030 | -53002,
): Promise<never> {
  const failures = await countFailure(database, own, counters.own)
  await countFailure(database, shared, counters.shared)
  const left = counters.own.free - failures
  if (left <= 0) throw new Refusal(-41002, waitAfter(failures, counters.own))
  throw new Refusal(code, left)
}

/** The right password clears the count of those who tried like this, and no other. */
export async function forgetFailures(database: Database, { own }: Attempt): Promise<void> {
  await database.change`delete from login_throttle where key = ${own}`
}

/** These are the keys of a holder's devices and sessions; `;` comes next after `:`. The index compares bytes. */
const ofHolder = (holder: Sql): Sql => sql`
  key ~>=~ ('known:' || ${holder} || ':') and key ~<~ ('known:' || ${holder} || ';')`

/** Lets everybody try again who tries the holder's password, by whatever they are counted. */
export async function forgetAllFailures(database: Database, name: LoginName, holder: Holder): Promise<void> {
  await database.change`
    delete from login_throttle
    where key = any(${[name, `known:${holder}`]}) or ${ofHolder(sql`${holder}::text`)}`
}

/** Returns the wait in seconds. */
const waitAfter = (failures: number, { free }: Counter) =>
  Math.min(longestWait, firstWait * 2 ** Math.min(10, failures - free))

const failureCount = z.object({ failures: z.int() })

/** Returns what is left of the failures of `throttle` by now. They fade evenly, so that no hour makes a leap. */
const faded = ({ halfLife }: Counter) => sql`
  throttle.failures * power(0.5, greatest(0, extract(epoch from now() - throttle.updated_at)) / ${halfLife * 3600}::integer)`

async function countFailure(database: Database, key: string, counter: Counter): Promise<number> {
  const counted = await database.row(failureCount)`
  insert into login_throttle as throttle (key, failures) values (${key}, 1)
  on conflict (key) do update set failures = ${faded(counter)} + 1, updated_at = now()
  returning round(failures)::integer as failures`
  const failures = counted?.failures ?? 1
  if (failures >= counter.free)
    await database.change`
      update login_throttle set blocked_until = now() + make_interval(secs => ${waitAfter(failures, counter)})
      where key = ${key}`
  return failures
}

/**
 * Returns what an account's wrong passwords have come to: the most `failures` of strangers, of a device or of a session,
 * and the latest `blocked_until`.
 */
export const failuresOf = (phone: Sql, accountId: Sql): Sql => sql`
  select nullif(round(max(${faded(counters.own)}))::integer, 0) as failures,
    max(blocked_until) filter (where blocked_until > now()) as blocked_until
  from login_throttle throttle where key = 'account:' || ${phone} or ${ofHolder(sql`'account:' || ${accountId}`)}`
