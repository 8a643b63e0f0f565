import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'

/** Wrong passwords an account may see before it has to wait; an address has more, since an office shares one. */
const freeFailures = { account: 5, address: 30 }
/** Seconds: 30 after the first failure too many, doubled at each further one, 15 minutes at the most. Never for good. */
const firstWait = 30
const longestWait = 900

interface Throttled {
  account: string
  ip: string
}

const keys = ({ account, ip }: Throttled) => ({ account: `account:${account}`, address: `address:${ip}` })

/** Refuses with the seconds to wait (-41002) while the account or the address is held back. */
export async function requireAttempt(database: Database, throttled: Throttled): Promise<void> {
  const { account, address } = keys(throttled)
  const held = await database.row<{ seconds: number }>(sql`
    select ceil(extract(epoch from max(blocked_until) - now()))::integer as seconds
    from login_throttle where key = any(${[account, address]}) and blocked_until > now()
    having max(blocked_until) is not null`)
  if (held) throw new Refusal(-41002, held.seconds)
}

/** Counts a wrong password and throws: the tries that are left with `code`, or the seconds to wait. */
export async function refuseAttempt(
  database: Database,
  throttled: Throttled,
  code: -41001 | -41012 | -53002,
): Promise<never> {
  const { account, address } = keys(throttled)
  const failures = await countFailure(database, account, freeFailures.account)
  await countFailure(database, address, freeFailures.address)
  const left = freeFailures.account - failures
  if (left <= 0) throw new Refusal(-41002, waitAfter(failures, freeFailures.account))
  throw new Refusal(code, left)
}

export async function forgetFailures(database: Database, account: string): Promise<void> {
  await database.change(sql`delete from login_throttle where key = ${`account:${account}`}`)
}

/** Seconds. */
const waitAfter = (failures: number, free: number) =>
  Math.min(longestWait, firstWait * 2 ** Math.min(10, failures - free))

async function countFailure(database: Database, key: string, free: number): Promise<number> {
  const counted = await database.row<{ failures: number }>(sql`
    insert into login_throttle as throttle (key, failures) values (${key}, 1)
    on conflict (key) do update set
      failures = case when throttle.updated_at < now() - interval '1 day' then 1 else throttle.failures + 1 end,
      updated_at = now()
    returning failures`)
  const failures = counted?.failures ?? 1
  if (failures >= free)
    await database.change(sql`
      update login_throttle set blocked_until = now() + make_interval(secs => ${waitAfter(failures, free)})
      where key = ${key}`)
  return failures
}
