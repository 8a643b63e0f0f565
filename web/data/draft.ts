import { session } from './session.ts'
import { readJson, remove, tabKeys, write } from './storage.ts'

/**
 * Unsent input, kept in this browser tab. It outlives a reload and the end of the session, after which the same person goes on;
 * signing out removes it, and nobody else who logs in here gets to see it.
 */
interface Drafts {
  owner: string
  values: Record<string, unknown>
}

const isDrafts = (value: unknown): value is Drafts =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  typeof value.owner === 'string' &&
  'values' in value &&
  typeof value.values === 'object'

let ownerOf = () => session.phone()

/** The back office has operators instead of phones; nobody is the empty text. */
export function ownDrafts(by: () => string): void {
  ownerOf = by
}

export const forgetDrafts = (): void => remove([tabKeys.drafts], 'session')

function drafts(): Drafts {
  const owner = ownerOf()
  const kept = readJson(tabKeys.drafts, isDrafts, 'session')
  if (kept?.owner === owner) return kept
  // Nobody is logged in between the end of a session and the next one.
  if (kept && owner) forgetDrafts()
  return { owner, values: {} }
}

export const readDraft = (name: string): unknown => drafts().values[name]

/** Keeps a draft; undefined removes it. */
export function writeDraft(name: string, value: unknown): void {
  const { owner, values } = drafts()
  if (!owner) return
  const { [name]: _before, ...rest } = values
  const next = value === undefined ? rest : { ...rest, [name]: value }
  if (Object.keys(next).length) write(tabKeys.drafts, JSON.stringify({ owner, values: next }), 'session')
  else forgetDrafts()
}
