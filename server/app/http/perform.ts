import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Call, Limit } from '#contract/call.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { hitLimit } from '#server/database/limits.ts'
import { type SharedTransaction, shareTransaction } from '#server/database/shared-transaction.ts'
import { accountFor } from '#server/engines/activity/context.ts'
import type { AccountContext, CookieName, PublicContext, Upload } from '#server/engines/context.ts'
import { earlierAnswer, type Outcome, onceInTransaction, onceOutside } from '#server/engines/idempotency/idempotency.ts'
import { inTurn, type Sender } from '#server/engines/in-turn.ts'
import { KeptRefusal } from '#server/engines/kept-refusal.ts'
import type { Services } from '#server/engines/services.ts'
import { isForEveryToken, requireHeld, requireSendable } from '#server/modules/api-tokens/token-access.ts'
import { requireHeldDuty, requireRoleAtCommit, rethrowRoleRevoked } from '#server/modules/duties/held.ts'
import { requireSameSession } from '#server/modules/operators/session.ts'
import { requireWithin } from '#server/modules/people/within.ts'
import { actOf } from './act.ts'
import { executionOf } from './actor.ts'
import { type AnyContext as Context, handlesOf, within } from './handles.ts'
import { recordingAccessOfCall } from './record-access.ts'

/** A context of any access level, with the file of a multipart call and the `once` of a call that prepares its change. */
export type AnyContext = Context & {
  upload?: Partial<Upload>
  once?: (change: Handle) => Promise<unknown>
}

/** An admitted request, with its input as the contract parsed it. */
export interface Admitted {
  name: string
  definition: Call<z.ZodType, z.ZodType, unknown> & Pick<Operation, 'audited' | 'approval'>
  context: AnyContext
  input: unknown
  request: FastifyRequest
}

/** The answer stored for an idempotency key. */
interface Answer {
  data?: unknown
  /** Names and values; null removes a cookie. */
  cookies?: [CookieName, string | null][]
  refused?: Pick<KeptRefusal, 'code' | 'data'>
}

type Handle = (context: AnyContext) => Promise<unknown>

/**
 * Runs a handler and enforces what its call declares: a fresh proof, limits, that a read changes nothing, that a change is made
 * once, and its record in the company's activity or the operators' audit. A refusal that keeps what was written, such as a request
 * for a second operator, is thrown only after its transaction has ended. A handler that returns nothing answers {}.
 */
export async function perform(admitted: Admitted, work: Handle): Promise<unknown> {
  const answer = await performOnce(admitted, work)
  if (answer instanceof KeptRefusal) throw new Refusal(answer.code, answer.data)
  return answer ?? {}
}

async function performOnce(admitted: Admitted, work: Handle): Promise<unknown> {
  const { definition, context } = admitted
  const { services } = context
  const sender = senderInTurn(context)
  // A call that leaves no entry has nothing to check; most calls of a page are of this kind.
  const leavesEntries = definition.effect !== 'read' || definition.audited || definition.activity
  const guarded = guardedBy(admitted, work)
  const carriedOut: Handle = changesAccess(admitted)
    ? within => recordingAccessOfCall(within, admitted, () => guarded(within))
    : guarded
  const handle: Handle = within =>
    leavesEntries ? runRequiringEntries(admitted, () => carriedOut(within)) : carriedOut(within)
  if (definition.proof === 'fresh' && !context.session?.proved) throw new Refusal(-41022)
  const key = definition.effect === 'change' ? keyOf(admitted) : undefined
  // With a key the request is counted below, once it is known not to be a repetition.
  if (key === undefined || definition.idempotency === 'own') await hitLimits(admitted, services.system)
  if (definition.effect === 'read') return handle(services.readOnly ? within(context, services.readOnly) : context)
  // An export holds no lock, and waits for its turn to be written.
  if (definition.effect === 'export') return handle(context)
  if (definition.effect === 'plan') return inTurn(sender, () => handle(context))
  const idempotency = definition.idempotency ?? 'transaction'
  // Calls that wait for external services, or keep their key in their own rows, never run in one transaction, even without a key.
  if (idempotency === 'own' || (key === undefined && idempotency === 'outside'))
    return inTurn(sender, () => handle(context))
  const request =
    key === undefined ? undefined : { scope: senderOf(context), key, call: admitted.name, content: contentOf(admitted) }

  // A cookie is part of the answer, though not of its body.
  const cookies: [CookieName, string | null][] = []
  const setCookie: PublicContext['setCookie'] = (name, value) => {
    cookies.push([name, value ?? null])
    context.setCookie(name, value)
  }
  const answered = async (within: AnyContext, change: Handle): Promise<Answer> => {
    const data = await change({ ...within, setCookie })
    return data instanceof KeptRefusal
      ? { refused: { code: data.code, data: data.data }, cookies }
      : { data: data ?? {}, cookies }
  }
  const first: Handle = async within => {
    if (request) await hitLimits(admitted, services.counting)
    return handle(within)
  }
  const inTransaction = (change: Handle) => {
    const made = (transaction: SharedTransaction) => answered(within(context, handlesOf(transaction)), change)
    return inTurn(sender, () =>
      request ? onceInTransaction(services, request, made) : withoutKey(services, made),
    ).catch(rethrowRoleRevoked)
  }
  const inPreparation = async () => {
    const earlier = request && (await earlierAnswer<Answer>(services, request))
    if (request && !earlier) await hitLimits(admitted, services.counting)
    return earlier ?? prepared(admitted, work, inTransaction)
  }
  const outcome =
    idempotency === 'prepared'
      ? await inPreparation()
      : idempotency === 'outside' && request
        ? await inTurn(sender, () => onceOutside(services, request, () => answered(context, first)))
        : await inTransaction(first)
  if (outcome.repeated) {
    admitted.request.isReplayed = true
    for (const [name, value] of outcome.answer.cookies ?? []) context.setCookie(name, value ?? undefined)
  }
  return dataOf(outcome.answer)
}

/** Counts the request on separate connections, which keep the hit even if the request's transaction is rolled back. */
async function hitLimits({ definition, context }: Admitted, counting: Database): Promise<void> {
  // `completeLogin` counts by the account that it logs in.
  for (const limit of definition.limits ?? [])
    if (limit.by !== 'login') await hitLimit(counting, limitKey(limit.name, limit.by, context), limit)
}

const dataOf = ({ data, refused }: Answer) => (refused ? new KeptRefusal(refused.code, refused.data) : data)

const withoutKey = async (
  { system }: Services,
  made: (transaction: SharedTransaction) => Promise<Answer>,
): Promise<Outcome<Answer>> => ({
  answer: await system.transaction(transaction => made(shareTransaction(transaction))),
  repeated: false,
})

/**
 * Runs a handler that prepares its change outside any transaction, and then makes it by `once`. The entries that the call declares
 * are checked there, where they can still be rolled back together with the change.
 */
async function prepared(
  admitted: Admitted,
  work: Handle,
  inTransaction: (change: Handle) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  let outcome: Outcome<Answer> | undefined
  const once = async (change: Handle) => {
    const guarded = guardedBy(admitted, change)
    outcome = await inTransaction(within => runRequiringEntries(admitted, () => guarded(within)))
    return dataOf(outcome.answer)
  }
  await work({ ...admitted.context, once })
  if (!outcome) throw new Error(`${admitted.name} made no change`)
  return outcome
}

/** A preview changes nothing, so there is nothing to follow or to guard. */
const isPreview = ({ input }: Admitted): boolean =>
  Boolean(input && typeof input === 'object' && 'preview' in input && input.preview === true)

const changesAccess = (admitted: Admitted): boolean =>
  admitted.definition.changesAccess === true && !isPreview(admitted)

const hasSeen = (input: unknown): boolean =>
  Boolean(input && typeof input === 'object' && 'seen' in input && input.seen !== undefined)

/**
 * A success without the entry that its call declares, or without the comparison that its input asks for, is a bug; inside a
 * transaction the change is rolled back.
 */
async function runRequiringEntries(
  { name, definition, context, input }: Admitted,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const { result, entries } = await accountFor(executionOf(context, name), work)
  if (definition.audited && !entries.audit) throw new Error(`${name} left no entry in the audit log`)
  if (definition.activity && !entries.activity) throw new Error(`${name} left no entry in the company's activity`)
  if (hasSeen(input) && !entries.seen) throw new Error(`${name} did not compare what its caller had seen`)
  return result
}

/** Checks again, where the change is made, the right that admitted the request. */
function guardedBy(admitted: Admitted, work: Handle): Handle {
  const { company, membership, token, operator } = admitted.context
  if (operator) return within => asOperator(admitted, within, work)
  if (token) return within => asToken(admitted, within, work)
  if (!company || !membership) return work
  return within => (membership.duty ? runWithDuty : runAsManager)(admitted, within, work)
}

/** Runs the handler for a token, which must still be valid and have access to everything that the input names. */
async function asToken({ name, definition, input }: Admitted, within: AnyContext, work: Handle): Promise<unknown> {
  const { token, company, membership } = within
  if (!token || !company || !membership) throw new Error(`${name} has no company for its token`)
  const holder = { token, company, companyId: membership.companyId }
  if (definition.effect === 'change') await requireHeld(holder)
  const act = actOf(name, definition, input)
  requireSendable(token, act, name)
  const { companyId, departments } = membership
  if (departments && !isForEveryToken(name)) await requireWithin({ company, companyId, departments }, act)
  return work(within)
}

/** Runs the handler for an operator, whose session must still be as it was admitted. */
async function asOperator(admitted: Admitted, within: AnyContext, work: Handle): Promise<unknown> {
  const { session, system } = within
  if (isOneTransaction(admitted) && session) await requireSameSession(system, session.id)
  return work(within)
}

/** Reports whether a change runs in one transaction: not if it waits for external services, or refuses and keeps its rows. */
const isOneTransaction = (admitted: Admitted): boolean => {
  const { effect, idempotency } = admitted.definition
  return effect === 'change' && idempotency !== 'own' && idempotency !== 'outside' && !isPreview(admitted)
}

/** Runs the handler for a manager; for a change they must still be one at the end. */
async function runAsManager(admitted: Admitted, within: AnyContext, work: Handle): Promise<unknown> {
  const { company, membership } = within
  const result = await work(within)
  if (isOneTransaction(admitted) && company && membership) requireRoleAtCommit(company, membership)
  return result
}

/** Runs the handler for an employee with a duty, within its departments; for a change, the duty must still be theirs at the end. */
async function runWithDuty({ name, definition, input }: Admitted, within: AnyContext, work: Handle): Promise<unknown> {
  const { company, membership } = within
  if (!company || !membership) throw new Error(`${name} has no company for its duty`)
  const { companyId, departments } = membership
  if (departments) await requireWithin({ company, companyId, departments }, actOf(name, definition, input))
  const result = await work(within)
  if (definition.effect === 'change') await requireHeldDuty(company, membership)
  return result
}

/** Everybody who may hold up the same company's rows is one sender. */
function senderInTurn({ company, membership, account, operator, caller }: AnyContext): Sender {
  if (company && membership) return `company:${membership.companyId}`
  if (operator) return `operator:${operator.id}`
  return account ? `account:${account.id}` : `address:${addressKey(caller.ip)}`
}

function senderOf({
  account,
  operator,
  token,
}: Pick<AnyContext, 'operator' | 'token'> & Partial<Pick<AccountContext, 'account'>>): string {
  if (token) return `token:${token.id}`
  if (operator) return `operator:${operator.id}`
  return account ? `account:${account.id}` : 'public'
}

function limitKey(
  name: string,
  by: Exclude<Limit['by'], 'login'>,
  { caller, account, membership, operator }: AnyContext,
): string {
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

/** Some inputs have a field for the key; all others use the header of the IETF draft, a structured string. */
function keyOf({ request, input }: Admitted): string | undefined {
  if (input && typeof input === 'object' && 'request_key' in input && typeof input.request_key === 'string')
    return input.request_key
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header).replace(/^"(.*)"$/, '$1')
  if (!keyPattern.test(key)) throw new Refusal(-41003, 'Idempotency-Key', '幂等键为8-64位字母、数字、-与_')
  return key
}

/** A streamed file has not arrived yet, so only its name distinguishes it from another. */
function contentOf({ input, context: { upload } }: Admitted): unknown[] {
  if (!upload) return [input]
  return [input, upload.fileName, upload.content instanceof Buffer ? hash('sha256', upload.content) : null]
}
