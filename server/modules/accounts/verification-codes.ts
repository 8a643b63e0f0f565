import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { fingerprint, fingerprints, isFingerprint } from '#server/core/keyring.ts'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { hitAddressLimit } from '#server/database/limits.ts'
import type { PublicContext } from '#server/engines/context.ts'
import { queueSms } from '#server/engines/messages/queue.ts'

export type CodePurpose = 'register' | 'forgotpwd' | 'changephone' | 'login'

/**
 * The minutes that a code sent to a phone is valid, and the wrong tries that it survives by its requester, and again from
 * elsewhere.
 */
export const lifetime = 5
export const triesAllowed = 5

const purposeNames: Record<CodePurpose, string> = {
  register: '注册',
  forgotpwd: '重设密码',
  changephone: '更换手机号',
  login: '登录',
}

const boundCode = (purpose: CodePurpose, phone: string, code: string) => `${purpose}:${phone}:${code}`

/** Identifies the browser or client that requests a code, without storing what it is. Its network counts, not the exact address. */
const requesterOf = ({ caller }: PublicContext) =>
  [addressKey(caller.ip), caller.client.name, caller.userAgent].join('\n')

const triedCode = z.object({ id, code_hash: z.instanceof(Buffer) })

interface Delivery {
  purpose: CodePurpose
  phone: string
  proof: string | undefined
  /** True for a browser or client of the phone's own account. */
  isKnown: boolean
  /** False where nobody may receive the code. Everything else is the same, so that neither the answer nor its time tells. */
  deliver: boolean
}

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Sends a six-digit code, within the limits of phone, address and site. */
export async function sendCode(
  context: PublicContext,
  { purpose, phone, proof, isKnown, deliver }: Delivery,
): Promise<void> {
  const { services, system, caller } = context
  const { brandName } = services.config
  const code = newCode()
  const text = `【${brandName}】您正在${purposeNames[purpose]}，验证码 ${code}，${lifetime}分钟内有效。请勿告诉他人。`
  await queueSms(
    services,
    system,
    {
      message: { phone, template: 'code', purpose, parameters: { code }, text, silent: !deliver },
      budget: { kind: 'code', companyId: null, ip: caller.ip },
      ...{ proof, isKnown },
    },
    transaction =>
      transaction.change`
        insert into verification_code (purpose, phone, code_hash, requester, expires_at)
        values (${purpose}, ${phone},
          ${fingerprint(services.config, 'verification-code', boundCode(purpose, phone, code))},
          ${fingerprint(services.config, 'code-requester', requesterOf(context))},
          now() + make_interval(mins => ${lifetime}))`,
  )
}

/**
 * Checks a code without using it up: the newest that was requested from here, or otherwise the newest of all, so that nobody
 * elsewhere replaces a code by requesting another. Each try is counted before it is compared, in a separate statement, so that
 * simultaneous tries count too.
 */
export async function checkCode(
  context: PublicContext,
  purpose: CodePurpose,
  phone: string,
  code: string,
): Promise<{ id: string }> {
  const { services, caller } = context
  const { config, counting } = services
  await hitAddressLimit(counting, 'code-check', caller.ip, { max: 120, seconds: 3600 })
  const requesters = fingerprints(config, 'code-requester', requesterOf(context))
  const tried = await counting.row(triedCode)`
  update verification_code set attempts = attempts + is_own::integer,
    attempts_elsewhere = attempts_elsewhere + (not is_own)::integer
  from (
    select id as tried_id, coalesce(requester = any(${requesters}), false) as is_own from verification_code
    where phone = ${phone} and purpose = ${purpose} and expires_at > now()
    order by is_own desc, created_at desc limit 1
  ) as tried
  where id = tried_id and case when is_own then attempts else attempts_elsewhere end < ${triesAllowed}
    and used_at is null and expires_at > now()
  returning id, code_hash`
  const bound = boundCode(purpose, phone, code)
  if (!tried || !isFingerprint(config, 'verification-code', bound, tried.code_hash)) throw new Refusal(-41005)
  return { id: tried.id }
}

/** Uses up a checked code in the transaction of the act that it allows. Of two concurrent uses the second is refused. */
export async function spendCode(transaction: Database, checked: { id: string }): Promise<void> {
  if (
    !(await transaction.change`update verification_code set used_at = now() where id = ${checked.id} and used_at is null`)
  )
    throw new Refusal(-41005)
}
