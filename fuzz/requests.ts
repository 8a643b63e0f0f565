import fc, { type Arbitrary } from 'fast-check'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import type { Operation } from '#contract/operations/operation.ts'
import { mayDo, operatorRoles } from '#contract/operations/operator-names.ts'
import { type GivenFile, givenFile, multipartBody, multipartType } from './files.ts'
import { inputOf } from './inputs.ts'
import { type Mutation, mutate, mutation } from './mutations.ts'
import type { Known } from './wanted.ts'
import { breakages, oddHeaders, oddSid } from './wire.ts'
import { accountRoles, type Who, type World } from './world.ts'

/** A call of either half. */
export interface Target {
  name: string
  half: 'portal' | 'operations'
  call: Call | Operation
}

export const targets: Target[] = [
  ...Object.entries(contract as Record<string, Call>).map(([name, call]) => ({ name, half: 'portal' as const, call })),
  ...Object.entries(operations as Record<string, Operation>).map(([name, call]) => ({
    name,
    half: 'operations' as const,
    call,
  })),
]

/** A request as it is generated and shrunk; ids and the like are filled in when it is sent. */
export interface Given {
  who: Who
  input: unknown
  mutations: Mutation[]
  sid: unknown
  broken: keyof typeof breakages | undefined
  headers: Record<string, string>
  file: GivenFile
  /** Sent this many times at once. */
  times: number
}

const everybody: Who[] = ['nobody', ...accountRoles, ...operatorRoles.map(role => `operator:${role}` as const)]

/** Those it is meant for, most of the time. */
function whoFor({ half, call }: Target): Arbitrary<Who> {
  const { access } = call
  const fitting: Who[] =
    half === 'operations'
      ? operatorRoles
          .filter(role => typeof access === 'string' || mayDo([role], access))
          .map(role => `operator:${role}` as const)
      : access === 'manager'
        ? ['manager', 'owner', 'owner', 'stranger']
        : access === 'account'
          ? ['ordinary', 'employee', 'manager', 'owner', 'frozen']
          : ['nobody', 'manager']
  return fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: fc.constantFrom(...everybody) },
  )
}

const rarely = <Value>(odds: number, usual: Value, unusual: Arbitrary<Value>) =>
  fc.oneof({ weight: odds, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: unusual })

const large = ['10 MB', 'a nesting of 100,000', 'an open nesting of 200,000']
const brokenNames = Object.keys(breakages) as (keyof typeof breakages)[]
const broken = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(...brokenNames.filter(name => !large.includes(name))) },
  { weight: 1, arbitrary: fc.constantFrom(...brokenNames.filter(name => large.includes(name))) },
)

export const requestOf = (target: Target): Arbitrary<Given> =>
  fc.limitShrink(
    fc.record({
      who: whoFor(target),
      input: inputOf(target.call),
      mutations: rarely(2, [] as Mutation[], fc.array(mutation, { minLength: 1, maxLength: 3 })),
      sid: rarely(40, undefined as unknown, oddSid),
      broken: rarely(25, undefined as Given['broken'], broken),
      headers: rarely(20, {} as Record<string, string>, oddHeaders),
      file: target.call.multipart
        ? givenFile(target.name)
        : fc.constant<GivenFile>({ content: '', name: '', envelope: 'no file' }),
      times: rarely(20, 1, fc.integer({ min: 2, max: 3 })),
    }),
    300,
  )

export interface Sent {
  url: string
  headers: Record<string, string>
  payload: string | Buffer
  /** What of the body can be read, for who repeats it. */
  body: unknown
}

/** Everything as it should be. */
export const plain = (who: Who, input: unknown): Given => ({
  who,
  input,
  mutations: [],
  sid: undefined,
  broken: undefined,
  headers: {},
  file: { content: '', name: '', envelope: 'no file' },
  times: 1,
})

let address = 0

/** The request with everything filled in. */
export function requestFor({ half, call }: Target, given: Given, world: World, known: Known): Sent {
  const actor = given.who === 'nobody' ? undefined : world.actors[given.who]
  // Mutations change it in place: each request has its own.
  const input = known.filled(actor?.whose ?? 'nobody', given.input) as Record<string, unknown>
  for (const each of given.mutations) mutate(input, each)
  const operated = half === 'operations'
  const secret = given.sid ?? actor?.secret
  if (!operated && secret !== undefined) input.sid = secret
  address += 1
  const headers: Record<string, string> = {
    'content-type': call.multipart ? multipartType : 'application/json',
    authorization: operated ? 'operations-web 1201' : 'portal-web 1201',
    // Limits that count addresses are not what is looked for.
    'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address & 255}`,
    ...(operated && secret !== undefined && { cookie: `operator=${String(secret)}` }),
    ...given.headers,
  }
  const text = JSON.stringify(input)
  const payload = call.multipart
    ? multipartBody(input, given.file)
    : given.broken
      ? breakages[given.broken](text)
      : text
  return { url: `/api${operated ? '/operations' : ''}${call.path}`, headers, payload, body: input }
}
