import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'

interface Counter {
  /** Wrong passwords that are free before there is a wait. */
  free: number
  /** Hours without another wrong password after which half of them are forgotten. */
  halfLife: number
}

/**
 * A counter that many share, such as an address, has more free tries and forgets sooner: an office's or a mobile provider's
 * customers who mistype now and then must not add up to a wait for all.
 */
const counters: { own: Counter; shared: Counter } = {
  own: { free: 5, halfLife: 6 },
  shared: { free: 30, halfLife: 1 },
}
/**
 * The wait is 30 seconds after the first failure beyond the free ones, doubles with each further one, and is 15 minutes at most: it
 * never becomes a permanent lockout.
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

/** The name typed at a login, a customer's or an operator's. The prefix keeps their counts apart. */
export type LoginName = `account:${string}` | `operator:${string}`

/** All strangers together have the tries of one account; the name may belong to nobody. */
export const strangersAttempt = (name: LoginName, ip: string): Attempt => ({
  own: name,
  shared: `address:${addressKey(ip)}`,
})

/**
 * A device that was logged in before, or an open session, has its own counter: strangers never hold it back. All of one holder's
 * share a count, so that having many of them is no way to guess faster.
 */
export const trustedAttempt = (holder: Holder, by: `device:${string}` | `session:${string}`): Attempt => ({
  own: `known:${holder}:${by}`,
  shared: `known:${holder}`,
})

const waitSeconds = z.object({ seconds: z.int() })

/** Refuses the attempt (-41002), with the seconds to wait, while it is held back. */
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

/** The right password clears only the count by which it was tried. */
export async function forgetFailures(database: Database, { own }: Attempt): Promise<void> {
  await database.change`delete from login_throttle where key = ${own}`
}

/** The range of keys of a holder's devices and sessions; `;` comes next after `:`. The index compares bytes. */
const ofHolder = (holder: Sql): Sql => sql`
  key ~>=~ ('known:' || ${holder} || ':') and key ~<~ ('known:' || ${holder} || ';')`

/** Clears every counter for the holder's password, so that everyone can try again. */
export async function forgetAllFailures(database: Database, name: LoginName, holder: Holder): Promise<void> {
  await database.change`
    delete from login_throttle
    where key = any(${[name, `known:${holder}`]}) or ${ofHolder(sql`${holder}::text`)}`
}

/** Returns the wait in seconds. */
const waitAfter = (failures: number, { free }: Counter) =>
  Math.min(longestWait, firstWait * 2 ** Math.min(10, failures - free))

const failureCount = z.object({ failures: z.int() })

/** Returns the failures of `throttle` that remain by now. They fade evenly, so that no hour makes a jump. */
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
 * Returns the state of an account's wrong passwords: the most `failures` of strangers, of a device or of a session, and the latest
 * `blocked_until`.
 */
export const failuresOf = (phone: Sql, accountId: Sql): Sql => sql`
  select nullif(round(max(${faded(counters.own)}))::integer, 0) as failures,
    max(blocked_until) filter (where blocked_until > now()) as blocked_until
  from login_throttle throttle where key = 'account:' || ${phone} or ${ofHolder(sql`'account:' || ${accountId}`)}`
