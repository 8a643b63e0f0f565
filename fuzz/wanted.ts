import { randomUUID } from 'node:crypto'
import { byName } from '#server/testing/samples.ts'

/** A value that is only known when the request is sent: an id of somebody's, a phone that nobody has, a day from today. */
export class Wanted {
  readonly kind: 'known' | 'foreign' | 'fresh' | 'day' | 'instant'
  readonly name: string
  /** Which of the known ones; how many days from today. */
  readonly pick: number
  /** Where nobody knows one. */
  readonly otherwise: unknown
  constructor(kind: Wanted['kind'], name: string, pick: number, otherwise?: unknown) {
    this.kind = kind
    this.name = name
    this.pick = pick
    this.otherwise = otherwise
  }
}

/** A field that holds the ids of another: an input's name for what an answer calls otherwise. */
const aliases: Record<string, string> = {
  licence_file_id: 'file_id',
  successor_id: 'employee_id',
  parent_id: 'dept_id',
  id: 'account_id',
  owner_id: 'employee_id',
}

/** `employee_ids` takes what answers call `employee_id`. */
const answeredAs = (name: string) => aliases[name] ?? name.replace(/ids$/, 'id')

type Thing = Record<string, unknown>

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
const kept = 200

/**
 * What answers have shown so far, by the company whose session they were given to: the next inputs are made of it, so that a
 * call finds what another one has made, and a revision is that of the article it belongs to.
 */
export class Known {
  readonly #things = new Map<string, Thing[]>()

  /** `about`: what else is known of it. */
  learn(whose: string, data: unknown, about: Thing = {}): void {
    if (Array.isArray(data)) {
      for (const item of data.slice(0, 20)) this.learn(whose, item, about)
      return
    }
    if (data === null || typeof data !== 'object') return
    const own = Object.entries(data).filter(
      ([, value]) => isPlain(value) && value !== null && String(value).length <= 200,
    )
    const thing = { ...about, ...Object.fromEntries(own.map(([key, value]) => [answeredAs(key), value])) }
    this.#keep(whose, thing)
    for (const [key, value] of Object.entries(data))
      if (Array.isArray(value) && value.every(isPlain))
        this.learn(
          whose,
          value.map(each => ({ [answeredAs(key)]: each })),
          thing,
        )
      else this.learn(whose, value, thing)
  }

  /** The world is over: what companies and people were told is of no use to others. */
  forget(): void {
    for (const whose of this.#things.keys())
      if (whose !== 'everybody' && whose !== 'operators') this.#things.delete(whose)
  }

  #keep(whose: string, thing: Thing) {
    const things = this.#things.get(whose) ?? []
    this.#things.set(whose, things)
    if (!Object.keys(thing).length) return
    things.push(thing)
    // The oldest are gone by now, or still named elsewhere.
    if (things.length > kept * 5) things.splice(0, kept)
  }

  /** Newest first: the world of this round rather than that of the first. */
  #find(owners: string[], wanted: string[], pick: number): Thing {
    const names = wanted.map(answeredAs)
    const most = { names: 0, things: [] as Thing[] }
    for (const owner of owners)
      for (const thing of this.#things.get(owner)?.toReversed() ?? []) {
        const has = names.filter(name => name in thing).length
        if (has > most.names) Object.assign(most, { names: has, things: [] })
        if (has && has === most.names && most.things.length < kept) most.things.push(thing)
      }
    return most.things[pick % Math.max(most.things.length, 1)] ?? {}
  }

  #resolve(whose: string, { kind, name, pick, otherwise }: Wanted, together: Thing): unknown {
    if (kind === 'day' || kind === 'instant') {
      const at = new Date(Date.now() + pick * 86_400_000).toISOString()
      return kind === 'day' ? at.slice(0, 10) : at
    }
    const field = answeredAs(name)
    const others = () => [...this.#things.keys()].filter(owner => owner !== whose)
    const found = {
      fresh: () => undefined,
      known: () => together[field] ?? this.#find(this.#owners(whose), [name], pick)[field],
      foreign: () => this.#find(others(), [name], pick)[field],
    }[kind]()
    return found ?? byName[name]?.() ?? otherwise ?? randomUUID()
  }

  #owners = (whose: string) => [...new Set([whose, 'everybody'])]

  /** The same with each wanted value in its place: what is known of one thing comes together. */
  filled(whose: string, value: unknown): unknown {
    if (value instanceof Wanted) return this.#resolve(whose, value, {})
    if (Array.isArray(value)) return value.map(item => this.filled(whose, item))
    if (!value || typeof value !== 'object') return value
    const fields = Object.entries(value)
    const wanted = fields
      .map(([, item]) => item)
      .filter(item => item instanceof Wanted && item.kind === 'known') as Wanted[]
    const [first] = wanted
    const together = first
      ? this.#find(
          this.#owners(whose),
          wanted.map(({ name }) => name),
          first.pick,
        )
      : {}
    return Object.fromEntries(
      fields.map(([key, item]) => [
        key,
        item instanceof Wanted ? this.#resolve(whose, item, together) : this.filled(whose, item),
      ]),
    )
  }
}
