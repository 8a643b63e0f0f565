import { randomUUID } from 'node:crypto'
import { validValues } from '#server/testing/samples.ts'

/** Stands for a value that is only known when the request is sent: an id, an unused phone, a day relative to today. */
export class Placeholder {
  readonly kind: 'known' | 'foreign' | 'fresh' | 'day' | 'instant'
  readonly name: string
  /** Chooses among the known values, or counts days from today. */
  readonly pick: number
  /** Tells whether the field accepts a value: the same name may be a day in one call and an id in another. */
  readonly fits: (value: unknown) => boolean
  /** The value to use when none is known. */
  readonly fallback: unknown
  constructor(
    kind: Placeholder['kind'],
    name: string,
    pick: number,
    { fits = () => true, fallback }: { fits?: Placeholder['fits']; fallback?: unknown } = {},
  ) {
    this.kind = kind
    this.name = name
    this.pick = pick
    this.fits = fits
    this.fallback = fallback
  }
}

/** Maps input fields to the names that answers use for the same id. */
const aliases: Record<string, string> = {
  licence_file_id: 'file_id',
  successor_id: 'employee_id',
  parent_id: 'dept_id',
  id: 'account_id',
  owner_id: 'employee_id',
}

/** An input's `employee_ids` takes the `employee_id` of answers. */
const canonicalName = (name: string) => aliases[name] ?? name.replace(/ids$/, 'id')

type Fact = Record<string, unknown>

const isPlain = (value: unknown) => value === null || typeof value !== 'object'
const factLimit = 200

/**
 * Collects the values in answers, by the company whose session received them. Later inputs are filled from them, so that a call
 * finds the rows that another has created, and a revision goes with its own article.
 */
export class KnownFacts {
  readonly #facts = new Map<string, Fact[]>()

  /** `about` holds more values of the same object. */
  learn(owner: string, data: unknown, about: Fact = {}): void {
    if (Array.isArray(data)) {
      for (const item of data.slice(0, 20)) this.learn(owner, item, about)
      return
    }
    if (data === null || typeof data !== 'object') return
    const own = Object.entries(data).filter(
      ([, value]) => isPlain(value) && value !== null && String(value).length <= 200,
    )
    const fact = { ...about, ...Object.fromEntries(own.map(([key, value]) => [canonicalName(key), value])) }
    this.#store(owner, fact)
    for (const [key, value] of Object.entries(data))
      if (Array.isArray(value) && value.every(isPlain))
        this.learn(
          owner,
          value.map(each => ({ [canonicalName(key)]: each })),
          fact,
        )
      else this.learn(owner, value, fact)
  }

  /** Forgets the values of a finished world's companies and people, which are of no use to the next. */
  forget(): void {
    for (const owner of this.#facts.keys())
      if (owner !== 'everybody' && owner !== 'operators') this.#facts.delete(owner)
  }

  #store(owner: string, fact: Fact) {
    const facts = this.#facts.get(owner) ?? []
    this.#facts.set(owner, facts)
    if (!Object.keys(fact).length) return
    facts.push(fact)
    // The oldest objects are gone by now, or are still known elsewhere.
    if (facts.length > factLimit * 5) facts.splice(0, factLimit)
  }

  /** Prefers the newest facts, which belong to the current world. */
  #find(owners: string[], fields: Pick<Placeholder, 'name' | 'fits'>[], pick: number): Fact {
    const names = fields.map(({ name, fits }) => [canonicalName(name), fits] as const)
    const best = { names: 0, facts: [] as Fact[] }
    for (const owner of owners)
      for (const fact of this.#facts.get(owner)?.toReversed() ?? []) {
        const has = names.filter(([name, fits]) => name in fact && fits(fact[name])).length
        if (has > best.names) Object.assign(best, { names: has, facts: [] })
        if (has && has === best.names && best.facts.length < factLimit) best.facts.push(fact)
      }
    return best.facts[pick % Math.max(best.facts.length, 1)] ?? {}
  }

  #resolve(owner: string, placeholder: Placeholder, related: Fact): unknown {
    const { kind, name, pick, fits, fallback } = placeholder
    if (kind === 'day' || kind === 'instant') {
      const at = new Date(Date.now() + pick * 86_400_000).toISOString()
      return kind === 'day' ? at.slice(0, 10) : at
    }
    const field = canonicalName(name)
    const otherOwners = () => [...this.#facts.keys()].filter(each => each !== owner)
    const value = {
      fresh: () => undefined,
      known: () =>
        fits(related[field]) ? related[field] : this.#find(this.#owners(owner), [placeholder], pick)[field],
      foreign: () => this.#find(otherOwners(), [placeholder], pick)[field],
    }[kind]()
    const valid = validValues[name]?.()
    return value ?? (fits(valid) ? valid : undefined) ?? fallback ?? randomUUID()
  }

  #owners = (owner: string) => [...new Set([owner, 'everybody'])]

  /** Replaces each placeholder by a value; those of one object are taken from one fact. */
  fill(owner: string, value: unknown): unknown {
    if (value instanceof Placeholder) return this.#resolve(owner, value, {})
    if (Array.isArray(value)) return value.map(item => this.fill(owner, item))
    if (!value || typeof value !== 'object') return value
    const fields = Object.entries(value)
    const placeholders = fields
      .map(([, item]) => item)
      .filter(item => item instanceof Placeholder && item.kind === 'known') as Placeholder[]
    const [first] = placeholders
    const related = first ? this.#find(this.#owners(owner), placeholders, first.pick) : {}
    return Object.fromEntries(
      fields.map(([key, item]) => [
        key,
        item instanceof Placeholder ? this.#resolve(owner, item, related) : this.fill(owner, item),
      ]),
    )
  }
}
