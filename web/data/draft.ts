import { session } from './session.ts'
import { readJson, remove, tabKeys, write } from './storage.ts'

/**
 * Unsent input, kept in this browser tab. It survives a reload and the end of the session, after which the same person continues.
 * Signing out removes it, and no other person who logs in here sees it, nor the same person in another company.
 */
interface Drafts {
  owner: string
  /** The company of the author; undefined if it is unknown, as in drafts stored by an earlier version. */
  company?: string | undefined
  values: Record<string, unknown>
}

const isDrafts = (value: unknown): value is Drafts =>
  typeof value === 'object' &&
  value !== null &&
  'owner' in value &&
  typeof value.owner === 'string' &&
  'values' in value &&
  typeof value.values === 'object'

interface Writer {
  owner: () => string
  /** The owner's name in drafts stored by an earlier version. */
  former?: () => string
  company: () => string | undefined
}

const account: Writer = {
  // The phone may change while a draft exists; the account id does not.
  owner: () => session.userInfo()?.account_id ?? '',
  former: () => session.phone(),
  company() {
    const info = session.userInfo()
    return info && (info.company_name ?? '')
  },
}
let writer = account

/** The back office has operators instead of accounts; an empty text means that nobody is logged in. */
export function setDraftOwner(by: Writer = account): void {
  writer = by
}

export const forgetDrafts = (): void => remove([tabKeys.drafts], 'session')

function drafts(): Drafts {
  const owner = writer.owner()
  const kept = readJson(tabKeys.drafts, isDrafts, 'session')
  const company = writer.company()
  const known = kept?.company ?? company
  const isOwn = kept?.owner === owner || (owner !== '' && kept?.owner === writer.former?.())
  if (kept && isOwn && known === (company ?? known)) return { ...kept, owner, company: known }
  // Between two sessions nobody is logged in.
  if (kept && owner) forgetDrafts()
  return { owner, company, values: {} }
}

export const readDraft = (name: string): unknown => drafts().values[name]

/** Stores a draft; undefined removes it. */
export function writeDraft(name: string, value: unknown): void {
  const { owner, company, values } = drafts()
  if (!owner) return
  const { [name]: _before, ...rest } = values
  const next = value === undefined ? rest : { ...rest, [name]: value }
  if (Object.keys(next).length) write(tabKeys.drafts, JSON.stringify({ owner, company, values: next }), 'session')
  else forgetDrafts()
}
