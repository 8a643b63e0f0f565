import { hash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc, { type Arbitrary } from 'fast-check'
import type { Portal } from '#server/app/portal.ts'
import { makeOn } from '#server/testing/make.ts'
import { unrecorded } from '#server/testing/unrecorded.ts'
import { extractIds, findFault } from './judge.ts'
import { KnownFacts } from './known-facts.ts'
import type { LogLookup } from './portal.ts'
import {
  arbitraryRequest,
  buildRequest,
  type GeneratedRequest,
  type OutgoingRequest,
  plainRequest,
  type Target,
  targets,
} from './requests.ts'
import { type ActorName, foreignIds, makeWorld, sentCodes, type World } from './world.ts'

type ReportedRequest = { actor: ActorName; breakage?: string; file?: object; times: number } & Omit<
  OutgoingRequest,
  'payload'
>

export interface Finding {
  call: string
  fault: string
  /** The number of requests that showed it. */
  times: number
  /** The smallest request that shows it. */
  request: ReportedRequest
  /** The portal's log entry, or its answer. */
  response: string
}

export interface Outcome {
  requests: number
  findings: Finding[]
  /** Counts the answers of each call by code; a refused field is named after the code. */
  codes: Map<string, Map<string, number>>
  /** Calls that never succeeded for any actor. */
  neverSucceeded: string[]
  slowest: { call: string; milliseconds: number }
}

export interface FuzzOptions {
  seed: number
  requests: number
  /** Limits the run to the call with this name. */
  only?: string
  progress?(line: string): void
  /** Runs after each world. */
  worldDone?(): void
}

/** Requests of one call per round; the same for all runs, so that `only` repeats those of a whole run. */
const perRound = 7
const roundsPerWorld = 3
/** Number of calls tested at the same time. */
const lanes = 4
/** Milliseconds. */
const answerTimeout = 30_000
/** Milliseconds for calls that answer only when something has changed, which the fuzzer does not wait for. */
const answerTimeouts: Record<string, number> = { waitForChange: 200, waitForCompanyChange: 200 }

const hashNumber = (text: string) => hash('sha256', text, 'buffer').readInt32BE()
const toSignature = (text: string) => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/g, '#')

const scalarFields = (body: unknown) =>
  Object.fromEntries(Object.entries(body as object).filter(([, value]) => typeof value !== 'object'))

/** Sends requests to the portal's calls until the limit is reached, and collects the faults. */
export class Fuzzer {
  readonly #portal: Portal
  readonly #findLog: LogLookup
  readonly #options: FuzzOptions
  readonly #selected: Target[]
  readonly #arbitraries: Map<string, Arbitrary<GeneratedRequest>>
  readonly #known = new KnownFacts()
  readonly #findings = new Map<string, Finding>()
  readonly #codes = new Map<string, Map<string, number>>()
  /** The ids that answers disclosed to each company's people, who had not sent them. */
  readonly #disclosed = new Map<string, Map<string, { call: string; request: ReportedRequest }>>()
  #slowest = { call: '', milliseconds: 0 }
  #count = 0
  #limit: number

  constructor(portal: Portal, findLog: LogLookup, options: FuzzOptions) {
    this.#portal = portal
    this.#findLog = findLog
    this.#options = options
    this.#limit = options.requests
    this.#selected = targets.filter(({ name }) => !options.only || name === options.only)
    if (!this.#selected.length) throw new Error(`there is no call ${options.only}`)
    this.#arbitraries = new Map(this.#selected.map(target => [target.name, arbitraryRequest(target)]))
  }

  /** Ends the run early; it still reports its findings. */
  end(): void {
    this.#limit = 0
  }

  async run(): Promise<Outcome> {
    const { progress, worldDone } = this.#options
    const { services } = this.#portal
    const system = unrecorded(services.system)
    const make = makeOn(system)
    for (let round = 0; this.#count < this.#limit; ) {
      const world = await makeWorld(system, make, services.config)
      for (const [owner, fact] of world.facts) this.#known.learn(owner, fact)
      await this.#begin(world)
      await this.#discover(world)
      for (let turn = 0; turn < roundsPerWorld && this.#count < this.#limit; turn += 1) {
        await this.#round(round++, world)
        for (const code of await sentCodes(services.system)) this.#known.learn('everybody', code)
      }
      await this.#findForeignIds()
      this.#known.forget()
      worldDone?.()
      progress?.(`${this.#count} requests, ${this.#findings.size} findings`)
    }
    return {
      requests: this.#count,
      findings: [...this.#findings.values()],
      codes: this.#codes,
      neverSucceeded: this.#selected.filter(({ name }) => !this.#codes.get(name)?.has('200')).map(({ name }) => name),
      slowest: this.#slowest,
    }
  }

  async #begin(world: World) {
    for (const [name, actor, input] of world.first) {
      const target = targets.find(each => each.name === name)
      if (target) await this.#request(target, plainRequest(actor, input), world)
    }
  }

  /** Sends every query that needs no input, so that there are ids for the inputs of others. */
  async #discover(world: World) {
    for (const target of targets) {
      const { api, call, name } = target
      if (call.multipart || !/^get/.test(name) || !call.input.safeParse({}).success) continue
      const actors: ActorName[] = api === 'operations' ? ['operator:owner'] : ['owner', 'stranger', 'ordinary']
      for (const actor of actors) await this.#request(target, plainRequest(actor, {}), world)
    }
  }

  async #round(number: number, world: World) {
    const { seed } = this.#options
    const order = this.#selected
      .map(target => ({ target, at: hashNumber(`${seed} ${number} ${target.name}`) }))
      .sort((one, other) => one.at - other.at)
    const lane = async () => {
      for (let next = order.shift(); next && this.#count < this.#limit; next = order.shift())
        await this.#check(next.target, next.at, world)
    }
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  /** Sends some requests to a call and shrinks those that fail. */
  async #check(target: Target, seed: number, world: World) {
    const arbitrary = this.#arbitraries.get(target.name)
    if (!arbitrary) return
    let shrinking: string | undefined
    const property = fc.asyncProperty(arbitrary, async generated => {
      const before = new Set(this.#findings.keys())
      const key = await this.#request(target, generated, world)
      // A known finding must not end the search for others.
      if (key && !before.has(key)) shrinking ??= key
      if (key && key === shrinking) throw new Error(key)
    })
    await fc.check(property, { seed, numRuns: perRound })
  }

  /** Returns the key of the finding, if any. */
  async #request(target: Target, generated: GeneratedRequest, world: World): Promise<string | undefined> {
    const { payload, ...rest } = buildRequest(target, generated, world, this.#known)
    const { breakage, file, times, actor } = generated
    if (target.call.effect === 'change') rest.headers['idempotency-key'] ??= randomUUID()
    const request = { actor, ...(breakage && { breakage }), ...(target.call.multipart && { file }), times, ...rest }
    const cut = target.call.effect === 'change' && !breakage && this.#count % 2 === 0
    if (cut) await this.#cut(request, payload)
    const faults = await Promise.all(
      Array.from({ length: times }, () => this.#send(target, { generated, request, payload }, world)),
    )
    return faults.find(key => key !== undefined)
  }

  // Cut and repeated requests are not counted: the number is that of the generated requests.

  /** Sends a change and hangs up immediately: a client that does not know the result sends it again with its key. */
  async #cut({ url, headers }: ReportedRequest, payload: string | Buffer) {
    const hangUp = new AbortController()
    const sent = this.#portal.app.inject({ method: 'POST', url, headers, payload, signal: hangUp.signal })
    await sleep(Math.random() * 4)
    hangUp.abort()
    await sent.catch(() => {})
  }

  /** Sends a change that was made again with its key; returns what is wrong with the second answer. */
  async #repeated(
    { url, headers }: ReportedRequest,
    payload: string | Buffer,
    before: string,
  ): Promise<string | undefined> {
    const { body } = await this.#portal.app.inject({ method: 'POST', url, headers, payload })
    const { code } = JSON.parse(body) as { code: number }
    // The change itself may have ended the session, or another actor may have.
    const admitted = ![-41004, -41016, -41017, -41024, -42006, -53003, -53015, 429].includes(code)
    // A secret that is shown once is not stored, so the repeated answer only states that it was created.
    const kept = before.replace(/"secret":"hyl_\w+"/, '"secret":null')
    return admitted && body !== before && body !== kept
      ? `a repeat with its key is answered with ${body.slice(0, 200)}`
      : undefined
  }

  async #send(
    { name, api, call }: Target,
    {
      generated,
      request,
      payload,
    }: { generated: GeneratedRequest; request: ReportedRequest; payload: string | Buffer },
    world: World,
  ): Promise<string | undefined> {
    this.#count += 1
    const began = performance.now()
    const { url, headers } = request
    const answer = await Promise.race([
      this.#portal.app.inject({ method: 'POST', url, headers, payload }),
      sleep(answerTimeouts[name] ?? answerTimeout, undefined, { ref: false }),
    ])
    const milliseconds = performance.now() - began
    if (milliseconds > this.#slowest.milliseconds) this.#slowest = { call: name, milliseconds }
    if (!answer)
      return answerTimeouts[name] ? undefined : this.#note(name, `no answer within ${answerTimeout} ms`, request, '')
    const { statusCode: status, body } = answer
    const requestText = payload.toString('utf8')
    const fault = findFault(call, { status, body, contentType: String(answer.headers['content-type']) }, requestText)
    if (fault) {
      const log = this.#findLog(String(answer.headers['x-request-id'])) ?? ''
      return this.#note(
        name,
        status >= 500 ? `${fault}: ${log.split('\n')[0]}` : fault,
        request,
        log || body.slice(0, 500),
      )
    }
    const { code, data } = JSON.parse(body) as { code: number; data: unknown }
    if (code === 200 && call.effect === 'change' && generated.times === 1) {
      const another = await this.#repeated(request, payload, body)
      if (another) return this.#note(name, another, request, body.slice(0, 500))
    }
    const codes = this.#codes.get(name) ?? new Map<string, number>()
    const kind = code === -41003 ? `${code} ${String(data).slice(0, 40)}` : String(code)
    this.#codes.set(name, codes.set(kind, (codes.get(kind) ?? 0) + 1))
    const actor = generated.actor === 'nobody' ? undefined : world.actors[generated.actor]
    const learner = api === 'portal' && call.access === 'public' ? 'everybody' : (actor?.owner ?? 'nobody')
    if (code === 200) this.#known.learn(learner, data, scalarFields(request.body))
    if ([-41004, -41016, -42006].includes(code) && generated.sid === undefined) await actor?.renew()
    if (actor?.companyId) {
      const disclosed =
        this.#disclosed.get(actor.companyId) ?? new Map<string, { call: string; request: ReportedRequest }>()
      this.#disclosed.set(actor.companyId, disclosed)
      for (const id of extractIds(body)) if (!requestText.includes(id)) disclosed.set(id, { call: name, request })
    }
    return undefined
  }

  #note(call: string, fault: string, request: ReportedRequest, response: string): string {
    const key = toSignature(`${call} ${fault}`)
    const before = this.#findings.get(key)
    this.#findings.set(key, {
      call,
      fault,
      times: (before?.times ?? 0) + 1,
      request,
      response: response || (before?.response ?? ''),
    })
    if (!before) this.#options.progress?.(`  ${call}: ${fault}`)
    return key
  }

  async #findForeignIds() {
    for (const [companyId, ids] of this.#disclosed)
      for (const { id, in: table } of await foreignIds(this.#portal.services.system, companyId, [...ids.keys()])) {
        const source = ids.get(id)
        if (source) this.#note(source.call, `an id of another company's ${table}`, source.request, id)
      }
    this.#disclosed.clear()
  }
}
