import { z } from 'zod'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'

const taken = z.object({ sent_today: z.int() })
const remaining = z.object({ seconds: z.int() })

/** Codes for strangers are counted by the bare phone, all others separately from them. */
const keyOf = (phone: string, counter: string) => (counter === 'code' ? phone : `${counter}:${phone}`)

/**
 * Takes one message from the allowance of a phone, for kinds with a wait. Refuses with -41006 and the seconds to wait, or -41007
 * for the day. One statement takes both the wait and the day's count, so two concurrent requests cannot both pass. Returns how many
 * messages the phone has been sent today.
 */
export async function takeAllowance(
  transaction: Database,
  phone: string,
  { counter, wait, max }: { counter: string; wait: number; max: number },
): Promise<number> {
  const key = keyOf(phone, counter)
  const now = await transaction.row(taken)`
    insert into code_allowance as allowance (phone, last_sent_at, day, sent_today) values (${key}, now(), current_date, 1)
    on conflict (phone) do update set
      last_sent_at = now(), day = current_date,
      sent_today = case when allowance.day = current_date then allowance.sent_today + 1 else 1 end
    where allowance.last_sent_at <= now() - make_interval(secs => ${wait})
      and (allowance.day < current_date or allowance.sent_today < ${max})
    returning sent_today`
  if (now) return now.sent_today
  const held = await transaction.row(remaining)`
    select ceil(${wait}::integer - extract(epoch from now() - last_sent_at))::integer as seconds
    from code_allowance where phone = ${key}`
  if (held && held.seconds > 0) throw new Refusal(-41006, held.seconds)
  throw new Refusal(-41007)
}
