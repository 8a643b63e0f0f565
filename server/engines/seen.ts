import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countEntry, noteChanged } from './activity/context.ts'

/** Finds who last changed one of the fields, and when; undefined if the log does not tell. */
export type LastEdit = (
  database: Database,
  fields: readonly string[],
) => Promise<{ saved_by: string; saved_at: string } | undefined>

/** A list that holds the same values is the same, in whatever order. */
const textOf = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : (value ?? null))

/**
 * Refuses a change whose `seen` values are no longer the present ones, unless the present ones are already what it sets. `present`
 * is the row that the handler has locked, so that of two concurrent changes of one field the second is refused; it is undefined when
 * the object has been removed. The fields that differ are noted for the log. Every call whose input has `seen` makes this comparison
 * (server/app/http/perform.ts).
 */
export async function requireSeen<Seen extends object>(
  database: Database,
  { seen, ...changes }: { seen?: Seen | undefined },
  present: { readonly [Field in keyof Seen]-?: Exclude<Seen[Field], undefined> } | undefined,
  lastEdit: LastEdit,
): Promise<void> {
  const now: Record<string, unknown> = present ?? {}
  const wanted: Record<string, unknown> = changes
  noteChanged(
    Object.keys(now).filter(field => wanted[field] !== undefined && textOf(now[field]) !== textOf(wanted[field])),
  )
  if (!seen) return
  countEntry('seen')
  if (!present) throw new Refusal(-53022)
  const stale = Object.entries(seen).flatMap(([field, value]) => {
    const is = textOf(now[field])
    return value === undefined || is === textOf(value) || (wanted[field] !== undefined && is === textOf(wanted[field]))
      ? []
      : [field]
  })
  if (!stale.length) return
  throw new Refusal(-53022, {
    seen: Object.fromEntries(stale.map(field => [field, now[field]])),
    ...(await lastEdit(database, stale)),
  })
}
