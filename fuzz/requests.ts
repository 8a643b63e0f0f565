import { randomUUID } from 'node:crypto'
import fc, { type Arbitrary } from 'fast-check'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { mayCall, operatorRoles } from '#contract/operations/operator-names.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { arbitraryFile, type GeneratedFile, multipartBody, multipartType } from './files.ts'
import { arbitraryInput } from './inputs.ts'
import type { KnownFacts } from './known-facts.ts'
import { type Mutation, mutate, mutation } from './mutations.ts'
import { plainInputs } from './plain-inputs.ts'
import { breakages, oddHeaders, oddSid } from './wire.ts'
import { type ActorName, accountRoles, tokenRoles, type World } from './world.ts'

/** A call of the portal or of the back office. */
export interface Target {
  name: string
  api: 'portal' | 'operations'
  call: Call | Operation
}

export const targets: Target[] = [
  ...Object.entries(contract as Record<string, Call>).map(([name, call]) => ({ name, api: 'portal' as const, call })),
  ...Object.entries(operations as Record<string, Operation>).map(([name, call]) => ({
    name,
    api: 'operations' as const,
    call,
  })),
]

/** A request as it is generated and shrunk. Placeholders are filled in when it is sent. */
export interface GeneratedRequest {
  actor: ActorName
  input: unknown
  mutations: Mutation[]
  sid: unknown
  breakage: keyof typeof breakages | undefined
  headers: Record<string, string>
  file: GeneratedFile
  /** The number of times that the request is sent concurrently. */
  times: number
}

const allActors: ActorName[] = [
  'nobody',
  ...accountRoles,
  ...tokenRoles,
  ...operatorRoles.map(role => `operator:${role}` as const),
]

/** Generates an actor with access, most of the time. */
function arbitraryActor({ api, call }: Target): Arbitrary<ActorName> {
  const { access } = call
  const suitable: ActorName[] =
    api === 'operations'
      ? operatorRoles
          .filter(role => typeof access === 'string' || mayCall([role], { access, effect: call.effect }))
          .map(role => `operator:${role}` as const)
      : access === 'manager'
        ? ['manager', 'owner', 'owner', 'stranger', ...('scope' in call && call.scope ? tokenRoles : [])]
        : access === 'account'
          ? ['ordinary', 'employee', 'manager', 'owner', 'frozen']
          : ['nobody', 'manager']
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...suitable) },
    { weight: 1, arbitrary: fc.constantFrom(...allActors) },
  )
}

const rarely = <Value>(odds: number, usual: Value, unusual: Arbitrary<Value>) =>
  fc.oneof({ weight: odds, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: unusual })

const largeBreakages = ['10 MB', 'a nesting of 100,000', 'an open nesting of 200,000']
const brokenNames = keysOf(breakages)
const brokenName = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...brokenNames.filter(name => !largeBreakages.includes(name))) },
  { weight: 1, arbitrary: fc.constantFrom(...brokenNames.filter(name => largeBreakages.includes(name))) },
)

function inputOf({ name, call }: Target): Arbitrary<unknown> {
  const plain = plainInputs[name]
  const generated = arbitraryInput(call)
  return plain ? fc.oneof({ weight: 2, arbitrary: generated }, { weight: 1, arbitrary: fc.constant(plain) }) : generated
}

export const arbitraryRequest = (target: Target): Arbitrary<GeneratedRequest> =>
  fc.limitShrink(
    fc.record({
      actor: arbitraryActor(target),
      input: inputOf(target),
      mutations: rarely(2, [] as Mutation[], fc.array(mutation, { minLength: 1, maxLength: 3 })),
      sid: rarely(40, undefined as unknown, oddSid),
      breakage: rarely(25, undefined as GeneratedRequest['breakage'], brokenName),
      headers: rarely(20, {} as Record<string, string>, oddHeaders),
      file: target.call.multipart
        ? arbitraryFile(target.name)
        : fc.constant<GeneratedFile>({ content: '', name: '', envelope: 'no file' }),
      times: rarely(20, 1, fc.integer({ min: 2, max: 3 })),
    }),
    300,
  )

export interface OutgoingRequest {
  url: string
  headers: Record<string, string>
  payload: string | Buffer
  /** The readable part of the body, for repeating the request. */
  body: unknown
}

/** A request without any fault. */
export const plainRequest = (actor: ActorName, input: unknown): GeneratedRequest => ({
  actor: actor,
  input,
  mutations: [],
  sid: undefined,
  breakage: undefined,
  headers: {},
  file: { content: '', name: '', envelope: 'no file' },
  times: 1,
})

let address = 0

/** Fills in the placeholders and builds the HTTP request. */
export function buildRequest(
  { api, call }: Target,
  request: GeneratedRequest,
  world: World,
  facts: KnownFacts,
): OutgoingRequest {
  const actor = request.actor === 'nobody' ? undefined : world.actors[request.actor]
  // Mutations work in place, so each request gets its own input.
  const input = facts.fill(actor?.owner ?? 'nobody', request.input) as Record<string, unknown>
  for (const each of request.mutations) mutate(input, each)
  const isOperation = api === 'operations'
  const secret = request.sid ?? actor?.secret
  const byToken = !isOperation && actor?.isToken === true
  if (!isOperation && secret !== undefined && !byToken) input.sid = secret
  address += 1
  const headers: Record<string, string> = {
    'content-type': call.multipart ? multipartType : 'application/json',
    authorization: isOperation ? 'operations-web 1201' : byToken ? `Bearer ${actor.secret}` : 'portal-web 1201',
    ...(byToken && { 'idempotency-key': randomUUID() }),
    // A new address each time avoids the limits per address.
    'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    ...(isOperation && secret !== undefined && { cookie: `__Host-operator=${String(secret)}` }),
    ...request.headers,
  }
  const text = JSON.stringify(input)
  const payload = call.multipart
    ? multipartBody(input, request.file)
    : request.breakage
      ? breakages[request.breakage](text)
      : text
  return { url: `/api${isOperation ? '/operations' : ''}${call.path}`, headers, payload, body: input }
}
