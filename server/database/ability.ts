import type { Database } from './database.ts'

/** Something that only some handles can do, beyond what `Database` promises of all. */
export interface Ability<Value> {
  give(handle: Database, value: Value): void
  /** Undefined for a handle that was not given it. */
  of(handle: Database): Value | undefined
}

/**
 * Creates an ability. It is a hidden property of the handle, so that a copy of the handle's methods does not have it. A WeakMap would
 * do the same at a price: every request has handles of its own, and what a WeakMap holds of a dead one, with all rows that were read
 * through it, survives until the next full collection.
 */
export function ability<Value>(): Ability<Value> {
  const key = Symbol('ability')
  return {
    give: (handle, value) => void Object.defineProperty(handle, key, { value }),
    of: handle => (handle as { [key]?: Value })[key],
  }
}
