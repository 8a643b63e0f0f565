import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call, Limit } from '#contract/call.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hitLimit } from '#server/database/limits.ts'
import { shareTransaction } from '#server/database/shared-transaction.ts'
import { type ActivityActor, accountFor } from '#server/engines/activity/context.ts'
import { DeferredRequest } from '#server/engines/approvals/keep-request.ts'
import type { AccountContext, CookieName, PublicContext, Upload } from '#server/engines/context.ts'
import { idempotencyOf, onceInTransaction, onceOutside } from '#server/engines/idempotency/idempotency.ts'
import { type AnyContext as Context, handlesOf, within } from './handles.ts'
import { recordingAccess } from './record-access.ts'

/** A context of any access level, with the file that came with a multipart call. */
export type AnyContext = Context & { upload?: Partial<Upload> }

/** A request that was admitted, with its input as the contract parsed it. */
export interface Admitted {
  name: string
  definition: Call<z.ZodType, z.ZodType, unknown> & Pick<Operation, 'audited'>
  context: AnyContext
  input: unknown
  request: FastifyRequest
}

/** What is kept behind an idempotency key. */
interface Answer {
  data?: unknown
  /** Names and values; null removes one. */
  cookies?: [CookieName, string | null][]
  /** Of the request that waits for a second operator. */
  approvalId?: string
}

type Handle = (context: AnyContext) => Promise<unknown>

/**
 * Runs a handler and keeps what its call declares: a fresh proof, its limits, that a read changes nothing, that a change is made once, and
 * what is written of it in the company's activity or the operators' audit. A request that was kept for a second operator is
 * refused only here, once the transaction that stored it has ended.
 */
export async function perform(admitted: Admitted, work: Handle): Promise<unknown> {
  const answer = await performOnce(admitted, work)
  if (answer instanceof DeferredRequest) throw new Refusal(-53013, { approval_id: answer.approvalId })
  return answer
}

async function performOnce(admitted: Admitted, work: Handle): Promise<unknown> {
  const { definition, context } = admitted
  const { services } = context
  // What leaves no entry has nothing to account for; these are the calls that every page is made of.
  const leavesEntries = definition.effect !== 'read' || definition.audited || definition.activity
  const carriedOut: Handle = changesAccess(admitted)
    ? within => recordingAccess(within, admitted, () => work(within))
    : work
  const handle: Handle = within =>
    leavesEntries ? accountable(admitted, () => carriedOut(within)) : carriedOut(within)
  if (definition.proof === 'fresh' && !context.session?.proved) throw new Refusal(-41022)
  for (const limit of definition.limits ?? []) await hitLimit(services.system, limitKey(limit, context), limit)
  if (definition.effect === 'read') return handle(services.readOnly ? within(context, services.readOnly) : context)
  if (definition.effect !== 'change') return handle(context)
  const key = keyOf(admitted)
  const idempotency = idempotencyOf(definition)
  if (key === undefined && changesAccess(admitted))
    return services.system.transaction(transaction => handle(within(context, handlesOf(shareTransaction(transaction)))))
  if (key === undefined || idempotency === 'own') return handle(context)
  const request = { scope: senderOf(context), key, call: admitted.name, content: contentOf(admitted) }

  // A cookie is part of the answer, though not of its body.
  const cookies: [CookieName, string | null][] = []
  const setCookie: PublicContext['setCookie'] = (name, value) => {
    cookies.push([name, value ?? null])
    context.setCookie(name, value)
  }
  const answered = async (within: AnyContext): Promise<Answer> => {
    const data = await handle({ ...within, setCookie })
    return data instanceof DeferredRequest ? { approvalId: data.approvalId } : { data, cookies }
  }
  const { answer, repeated } =
    idempotency === 'outside'
      ? await onceOutside(services, request, () => answered(context))
      : await onceInTransaction(services, request, transaction => answered(within(context, handlesOf(transaction))))
  if (answer.approvalId !== undefined) return new DeferredRequest(answer.approvalId)
  if (repeated) for (const [name, value] of answer.cookies ?? []) context.setCookie(name, value ?? undefined)
  return answer.data
}

/** A preview changes nothing, so there is nothing to follow. */
const changesAccess = ({ definition, input }: Admitted): boolean =>
  definition.changesAccess === true &&
  !(input && typeof input === 'object' && 'preview' in input && input.preview === true)

/** A success that left no entry where its call declares one is a fault; where it can still be, it is rolled back. */
async function accountable({ name, definition, context }: Admitted, work: () => Promise<unknown>): Promise<unknown> {
  const { ip, requestId } = context.caller
  const { result, entries } = await accountFor({ actor: actorOf(context), ip, requestId, call: name }, work)
  if (definition.audited && !entries.audit) throw new Error(`${name} left no entry in the audit log`)
  if (definition.activity && !entries.activity) throw new Error(`${name} left no entry in the company's activity`)
  return result
}

function actorOf({ account, membership, operator }: AnyContext): ActivityActor | undefined {
  // A company reads that the provider acted, not which of its people did.
  if (operator) return { kind: 'operator', id: operator.id, name: '平台' }
  return account && { kind: 'account', id: account.id, name: membership?.name }
}

function senderOf({
  account,
  operator,
}: Pick<AnyContext, 'operator'> & Partial<Pick<AccountContext, 'account'>>): string {
  if (operator) return `operator:${operator.id}`
  return account ? `account:${account.id}` : 'public'
}

function limitKey({ name, by }: Limit, { caller, account, membership, operator }: AnyContext): string {
  const value = {
    address: addressKey(caller.ip),
    account: account?.id,
    company: membership?.companyId,
    operator: operator?.id,
  }[by]
  if (value === undefined) throw new Error(`limit ${name} counts by ${by}, which the access level does not promise`)
  return `${name}:${value}`
}

const keyPattern = /^[\w-]{8,64}$/

/** Some inputs have a field for it; all others take the header of the IETF draft, a structured string. */
function keyOf({ request, input }: Admitted): string | undefined {
  if (input && typeof input === 'object' && 'request_key' in input && typeof input.request_key === 'string')
    return input.request_key
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header).replace(/^"(.*)"$/, '$1')
  if (!keyPattern.test(key)) throw new Refusal(-41003, 'Idempotency-Key', '幂等键为8-64位字母、数字、-与_')
  return key
}

/** A streamed file has not arrived yet, so that only its name tells it from another. */
function contentOf({ input, context: { upload } }: Admitted): unknown[] {
  if (!upload) return [input]
  return [input, upload.fileName, upload.content instanceof Buffer ? hash('sha256', upload.content) : null]
}
