import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import { type Config, deriveKey } from '../config.ts'
import type { Database } from '../database/database.ts'
import type { PublicContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit, withinLimit } from '../http/limits.ts'
import { queueSms, smsIsDown } from '../integrations/sms/queue.ts'
import { checkProof } from '../security/proof-of-work.ts'
import { hmac, sameBytes } from '../security/seal.ts'

export type CodePurpose = 'register' | 'forgotpwd' | 'changephone'

/** Of every code sent to a phone: minutes it is good for, wrong tries it survives. */
export const lifetime = 5
export const triesAllowed = 5
/** Seconds between two codes, codes a day for a phone. */
const wait = 60
const perDay = 10
const perAddressHour = 30

const purposeNames: Record<CodePurpose, string> = { register: '注册', forgotpwd: '重设密码', changephone: '更换手机号' }

const hashCode = (context: PublicContext, purpose: CodePurpose, phone: string, code: string) =>
  hmac(deriveKey(context.services.config, 'verification-code'), `${purpose}:${phone}:${code}`)

interface Wanted {
  purpose: CodePurpose
  phone: string
  proof: string | undefined
  /** False where nobody may receive it; everything else happens alike, so that neither answer nor time tells. */
  deliver: boolean
}

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Sends a six-digit code, within the limits of phone, address and site. */
export async function sendCode(context: PublicContext, { purpose, phone, proof, deliver }: Wanted): Promise<void> {
  const { services, system, caller } = context
  const { config } = services
  await hitLimit(system, `code:address:${caller.ip}`, { max: perAddressHour, seconds: 3600 })
  if (await smsIsDown(system)) throw new Refusal(-41015)

  const code = newCode()
  await system.transaction(async transaction => {
    await takeAllowance(transaction, phone)
    await takeSiteAllowance(transaction, config, proof)
    await transaction.change(sql`
      insert into verification_code (purpose, phone, code_hash, expires_at)
      values (${purpose}, ${phone}, ${hashCode(context, purpose, phone, code)}, now() + make_interval(mins => ${lifetime}))`)
    const text = `【${config.brandName}】您正在${purposeNames[purpose]}，验证码 ${code}，${lifetime}分钟内有效。请勿告诉他人。`
    await queueSms(services, transaction, {
      phone,
      template: 'code',
      purpose,
      parameters: { code },
      text,
      silent: !deliver,
    })
  })
}

/**
 * What a phone may be sent, whatever the code is for: -41006 with the seconds to wait, -41007 for the day. The wait and
 * the day's count are taken in one statement; two requests at once can't both pass.
 */
export async function takeAllowance(database: Database, phone: string): Promise<void> {
  const taken = await database.change(sql`
    insert into code_allowance as allowance (phone, last_sent_at, day, sent_today) values (${phone}, now(), current_date, 1)
    on conflict (phone) do update set
      last_sent_at = now(), day = current_date,
      sent_today = case when allowance.day = current_date then allowance.sent_today + 1 else 1 end
    where allowance.last_sent_at <= now() - make_interval(secs => ${wait})
      and (allowance.day < current_date or allowance.sent_today < ${perDay})`)
  if (taken) return
  const held = await database.row<{ seconds: number }>(sql`
    select ceil(${wait}::integer - extract(epoch from now() - last_sent_at))::integer as seconds
    from code_allowance where phone = ${phone}`)
  if (held && held.seconds > 0) throw new Refusal(-41006, held.seconds)
  throw new Refusal(-41007)
}

/** Counted in the transaction of the sending, so a refusal counts nothing. Past the soft limit a proof of work is asked for. */
async function takeSiteAllowance(transaction: Database, config: Config, proof: string | undefined): Promise<void> {
  const freely = await withinLimit(transaction, 'code:site:hour', { max: config.smsProofAfter, seconds: 3600 })
  if (!freely && !(await checkProof(transaction, config, proof))) throw new Refusal(-41014)
  await takeDayAllowance(transaction, config)
}

/** What the site sends a day, all codes together; -41015 past it. */
export async function takeDayAllowance(transaction: Database, config: Config): Promise<void> {
  if (!(await withinLimit(transaction, 'code:site:day', { max: config.smsDailyLimit, seconds: 86_400 })))
    throw new Refusal(-41015)
}

/** Checks a code without using it up. Each try counts before it is compared, in a statement of its own, so that tries at once count too. */
export async function checkCode(
  context: PublicContext,
  purpose: CodePurpose,
  phone: string,
  code: string,
): Promise<{ id: string }> {
  const { system, caller } = context
  await hitLimit(system, `code-check:${caller.ip}`, { max: 120, seconds: 3600 })
  const tried = await system.row<{ id: string; code_hash: Buffer }>(sql`
    update verification_code set attempts = attempts + 1
    where id = (
      select id from verification_code where phone = ${phone} and purpose = ${purpose} order by created_at desc limit 1
    ) and attempts < ${triesAllowed} and used_at is null and expires_at > now()
    returning id, code_hash`)
  if (!tried || !sameBytes(tried.code_hash, hashCode(context, purpose, phone, code))) throw new Refusal(-41005)
  return { id: tried.id }
}

/** Uses a checked code up, in the transaction of what it allows. Once: the second of two at once is refused. */
export async function spendCode(transaction: Database, checked: { id: string }): Promise<void> {
  if (
    !(await transaction.change(
      sql`update verification_code set used_at = now() where id = ${checked.id} and used_at is null`,
    ))
  )
    throw new Refusal(-41005)
}
