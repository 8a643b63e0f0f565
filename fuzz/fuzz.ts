import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc, { type Arbitrary } from 'fast-check'
import type { Portal } from '#server/portal.ts'
import { makeOn } from '#server/testing/make.ts'
import { faultOf, idsIn } from './judge.ts'
import type { Written } from './portal.ts'
import { type Given, plain, requestFor, requestOf, type Sent, type Target, targets } from './requests.ts'
import { Known } from './wanted.ts'
import { foreignIds, makeWorld, sentCodes, type Who, type World } from './world.ts'

type Request = { who: Who; broken?: string; file?: object; times: number } & Omit<Sent, 'payload'>

export interface Finding {
  call: string
  fault: string
  /** How many requests showed it. */
  times: number
  /** The smallest that was found. */
  request: Request
  /** What the portal answered or wrote down. */
  said: string
}

export interface Outcome {
  requests: number
  findings: Finding[]
  /** By call, how many answers had which code. */
  codes: Map<string, Map<number, number>>
  /** Calls that nobody was ever answered with a success. */
  neverDone: string[]
  slowest: { call: string; milliseconds: number }
}

export interface Choice {
  seed: number
  requests: number
  /** A call's name. */
  only?: string
  progress?(line: string): void
  /** After each world. */
  settled?(): void
}

/** Of one call in one round, so that `only` asks what the whole run asked of it. */
const perRound = 7
const roundsOfAWorld = 3
/** Calls that are asked at the same time. */
const lanes = 4
/** Milliseconds. */
const patience = 30_000
/** Nobody is told before something has changed, which is not waited for. */
const waits: Record<string, number> = { waitForChange: 200 }

const numberOf = (text: string) => createHash('sha256').update(text).digest().readInt32BE()
const signatureOf = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#')

const plainOf = (body: unknown) =>
  Object.fromEntries(Object.entries(body as object).filter(([, value]) => typeof value !== 'object'))

/** Asks the portal's calls until so many requests are made; answers what was wrong. */
export class Fuzzer {
  readonly #portal: Portal
  readonly #written: Written
  readonly #choice: Choice
  readonly #asked: Target[]
  readonly #arbitraries: Map<string, Arbitrary<Given>>
  readonly #known = new Known()
  readonly #findings = new Map<string, Finding>()
  readonly #codes = new Map<string, Map<number, number>>()
  /** By company, the ids that its people were shown and did not send themselves. */
  readonly #shown = new Map<string, Map<string, { call: string; request: Request }>>()
  #slowest = { call: '', milliseconds: 0 }
  #count = 0
  #most: number

  constructor(portal: Portal, written: Written, choice: Choice) {
    this.#portal = portal
    this.#written = written
    this.#choice = choice
    this.#most = choice.requests
    this.#asked = targets.filter(({ name }) => !choice.only || name === choice.only)
    if (!this.#asked.length) throw new Error(`there is no call ${choice.only}`)
    this.#arbitraries = new Map(this.#asked.map(target => [target.name, requestOf(target)]))
  }

  /** What was found until now is told all the same. */
  end(): void {
    this.#most = 0
  }

  async run(): Promise<Outcome> {
    const { progress, settled } = this.#choice
    const { services } = this.#portal
    const make = makeOn(services.system)
    for (let round = 0; this.#count < this.#most; ) {
      const world = await makeWorld(services.system, make, services.config)
      for (const [whose, fact] of world.facts) this.#known.learn(whose, fact)
      await this.#tour(world)
      for (let turn = 0; turn < roundsOfAWorld && this.#count < this.#most; turn += 1) {
        await this.#round(round++, world)
        for (const code of await sentCodes(services.system)) this.#known.learn('everybody', code)
      }
      await this.#lookForForeignIds()
      this.#known.forget()
      settled?.()
      progress?.(`${this.#count} requests, ${this.#findings.size} findings`)
    }
    return {
      requests: this.#count,
      findings: [...this.#findings.values()],
      codes: this.#codes,
      neverDone: this.#asked.filter(({ name }) => !this.#codes.get(name)?.has(200)).map(({ name }) => name),
      slowest: this.#slowest,
    }
  }

  /** Whatever can be asked without an input, so that there is something to ask about. */
  async #tour(world: World) {
    for (const target of targets) {
      const { half, call, name } = target
      if (call.multipart || !/^get/.test(name) || !call.input.safeParse({}).success) continue
      const asking: Who[] = half === 'operations' ? ['operator:owner'] : ['owner', 'stranger', 'ordinary']
      for (const who of asking) await this.#ask(target, plain(who, {}), world)
    }
  }

  async #round(number: number, world: World) {
    const { seed } = this.#choice
    const order = this.#asked
      .map(target => ({ target, at: numberOf(`${seed} ${number} ${target.name}`) }))
      .sort((one, other) => one.at - other.at)
    const lane = async () => {
      for (let next = order.shift(); next && this.#count < this.#most; next = order.shift())
        await this.#check(next.target, next.at, world)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  /** Some requests of a call; what fails is asked again with less and less. */
  async #check(target: Target, seed: number, world: World) {
    const arbitrary = this.#arbitraries.get(target.name)
    if (!arbitrary) return
    let shrinking: string | undefined
    const property = fc.asyncProperty(arbitrary, async given => {
      const before = new Set(this.#findings.keys())
      const key = await this.#ask(target, given, world)
      // What is known already must not end the search for something else.
      if (key && !before.has(key)) shrinking ??= key
      if (key && key === shrinking) throw new Error(key)
    })
    await fc.check(property, { seed, numRuns: perRound })
  }

  /** Answers the key of what was wrong. */
  async #ask(target: Target, given: Given, world: World): Promise<string | undefined> {
    const { payload, ...sent } = requestFor(target, given, world, this.#known)
    const { broken, file, times, who } = given
    const request = { who, ...(broken && { broken }), ...(target.call.multipart && { file }), times, ...sent }
    const found = await Promise.all(
      Array.from({ length: times }, () => this.#send(target, { given, request, payload }, world)),
    )
    return found.find(key => key !== undefined)
  }

  async #send(
    { name, half, call }: Target,
    { given, request, payload }: { given: Given; request: Request; payload: string | Buffer },
    world: World,
  ): Promise<string | undefined> {
    this.#count += 1
    const began = performance.now()
    const { url, headers } = request
    const answer = await Promise.race([
      this.#portal.app.inject({ method: 'POST', url, headers, payload }),
      sleep(waits[name] ?? patience, undefined, { ref: false }),
    ])
    const milliseconds = performance.now() - began
    if (milliseconds > this.#slowest.milliseconds) this.#slowest = { call: name, milliseconds }
    if (!answer) return waits[name] ? undefined : this.#note(name, `no answer within ${patience} ms`, request, '')
    const { statusCode: status, body } = answer
    const said = payload.toString('utf8')
    const fault = faultOf(call, { status, body, contentType: String(answer.headers['content-type']) }, said)
    if (fault) {
      const log = this.#written(String(answer.headers['x-request-id'])) ?? ''
      return this.#note(
        name,
        status >= 500 ? `${fault}: ${log.split('\n')[0]}` : fault,
        request,
        log || body.slice(0, 500),
      )
    }
    const { code, data } = JSON.parse(body) as { code: number; data: unknown }
    const codes = this.#codes.get(name) ?? new Map<number, number>()
    this.#codes.set(name, codes.set(code, (codes.get(code) ?? 0) + 1))
    const actor = given.who === 'nobody' ? undefined : world.actors[given.who]
    const learner = half === 'portal' && call.access === 'public' ? 'everybody' : (actor?.whose ?? 'nobody')
    if (code === 200) this.#known.learn(learner, data, plainOf(request.body))
    if ([-41004, -41016, -42006].includes(code) && given.sid === undefined) await actor?.renew()
    if (actor?.companyId) {
      const shown = this.#shown.get(actor.companyId) ?? new Map<string, { call: string; request: Request }>()
      this.#shown.set(actor.companyId, shown)
      for (const id of idsIn(body)) if (!said.includes(id)) shown.set(id, { call: name, request })
    }
    return undefined
  }

  #note(call: string, fault: string, request: Request, said: string): string {
    const key = signatureOf(`${call} ${fault}`)
    const before = this.#findings.get(key)
    this.#findings.set(key, {
      call,
      fault,
      times: (before?.times ?? 0) + 1,
      request,
      said: said || (before?.said ?? ''),
    })
    if (!before) this.#choice.progress?.(`  ${call}: ${fault}`)
    return key
  }

  async #lookForForeignIds() {
    for (const [companyId, ids] of this.#shown)
      for (const { id, in: table } of await foreignIds(this.#portal.services.system, companyId, [...ids.keys()])) {
        const shown = ids.get(id)
        if (shown) this.#note(shown.call, `an id of another company's ${table}`, shown.request, id)
      }
    this.#shown.clear()
  }
}
