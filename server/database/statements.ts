import { hash } from 'node:crypto'
import { DatabaseError, types } from 'pg'

// A named statement is parsed and planned once per connection, with 2.3-4 × the throughput of an unnamed one. The name is derived
// from the text alone, so the map below is a cache that may be cleared at any time.
const names = new Map<string, string>()
const rememberedTexts = 2000
let generation = 0

function nameOf(text: string): string {
  const cached = names.get(text)
  if (cached) return cached
  if (names.size >= rememberedTexts) names.clear()
  const name = hash('sha256', `${generation} ${text}`, 'base64url')
  names.set(text, name)
  return name
}

/** A connection that has prepared this many statements is replaced: PostgreSQL keeps each of them until the connection ends. */
export const statementsPerConnection = 500
const preparedOn = new WeakMap<object, Set<string>>()

export interface Statement {
  text: string
  values: unknown[]
}

export interface NamedStatement extends Statement {
  name: string
}

/** Returns what the driver sends for `statement` on `client`, and counts the name against the client's bound. */
export function named(client: object, { text, values }: Statement): NamedStatement {
  const name = nameOf(text)
  const prepared = preparedOn.get(client)
  if (prepared) prepared.add(name)
  else preparedOn.set(client, new Set([name]))
  return { name, text, values }
}

export function isSpent(client: object): boolean {
  return (preparedOn.get(client)?.size ?? 0) >= statementsPerConnection
}

/**
 * Reports whether a prepared statement failed before it ran because its tables have changed (by a newer replica's migration). All
 * names are new afterwards, so repeating the statement prepares it again on any connection.
 */
export function isStale(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return false
  const stale = error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery')
  if (stale) {
    generation += 1
    names.clear()
  }
  return stale
}

/**
 * Reports whether an error breaks its connection. An error from a statement leaves the connection usable; all others (a socket, a
 * client-side timeout, a shutdown) do not.
 */
export function breaksConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P|26|XX|25006|25P03)/.test(error.code ?? '08')
}

/** Reports whether the server has become read-only, as after a failover: another connection may find the writable one. */
export const isReadOnly = (error: unknown): boolean => error instanceof DatabaseError && error.code === '25006'

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a JavaScript number`)
  return value
}

type Parse = (text: string) => unknown
const parserOf = types.getTypeParser as (oid: number, format?: string) => Parse
const texts = (array: string) => parserOf(1009)(array) as (string | null)[]

/**
 * The only codec of instants: ISO 8601 in UTC, with milliseconds. Connections are in China's time zone, whose format `2026-11-22
 * 19:05:00.123+08` is faster to parse here than in the driver.
 */
function instantOf(text: string): string {
  if (!text.endsWith('+08') || text[10] !== ' ') return (parserOf(1184)(text) as Date).toISOString()
  const hour = Number(text.slice(11, 13)) - 8
  // Before eight it is still the previous day in UTC, which requires a calendar. From eight on the text suffices.
  if (hour < 0) return new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}+08:00`).toISOString()
  const fraction = text.length === 22 ? '.000' : text.slice(19, -3).slice(0, 4).padEnd(4, '0')
  return `${text.slice(0, 10)}T${hour < 10 ? '0' : ''}${hour}${text.slice(13, 19)}${fraction}Z`
}

const arrayOf = (parse: Parse) => (array: string) => texts(array).map(item => (item === null ? null : parse(item)))

// The keys are PostgreSQL's type oids. A `date` stays text, because a JavaScript Date would move it by the machine's
// time zone.
const parsers: Record<number, Parse> = {
  20: safeInteger,
  1016: arrayOf(safeInteger),
  1082: text => text,
  1182: texts,
  1184: instantOf,
  1185: arrayOf(instantOf),
}

export const typeParsers = {
  getTypeParser: (oid: number, format?: string): Parse => parsers[oid] ?? parserOf(oid, format),
}
