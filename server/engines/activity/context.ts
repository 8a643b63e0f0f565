import { AsyncLocalStorage } from 'node:async_hooks'

/** The actor: somebody signed in to a company, a token of the company, an operator, or the portal itself. */
export interface ActivityActor {
  kind: 'account' | 'token' | 'operator' | 'system'
  id: string | null
  /** The actor's name in a company's activity; undefined for an account that belongs to none yet. */
  name: string | undefined
}

/** The facts about a request that hold wherever it leads: the actor, the address, and the call. */
export interface RequestContext {
  actor: ActivityActor | undefined
  /** Null where an operator's request is carried out when another confirms it, because it came from elsewhere. */
  ip: string | null
  requestId: string
  call: string
  /**
   * The approval whose confirmation carries the request out. Each audit entry names it, and through it the second
   * operator.
   */
  approval?: string
}

/** Counts the entries that a request has written. A request that had nothing to report, as nothing changed, counts as one. */
export interface EntryCounts {
  audit: number
  activity: number
}

const storage = new AsyncLocalStorage<{ request: RequestContext; entries: EntryCounts }>()

/** Runs a request so that its entries carry who made it and by which call. Returns how many it left. */
export async function accountFor<Result>(
  request: RequestContext,
  work: () => Promise<Result>,
): Promise<{ result: Result; entries: EntryCounts }> {
  const entries = { audit: 0, activity: 0 }
  const result = await storage.run({ request, entries }, work)
  return { result, entries }
}

/**
 * Runs what a confirmation carries out as the requester's act. Its entries count as the confirming operation's own.
 */
export function accountForApproval<Result>(approval: string, work: () => Promise<Result>): Promise<Result> {
  const store = storage.getStore()
  return store ? storage.run({ ...store, request: { ...store.request, ip: null, approval } }, work) : work()
}

/** Returns the present request; undefined in jobs and commands. */
export const requestContext = (): RequestContext | undefined => storage.getStore()?.request

export function countEntry(log: keyof EntryCounts): void {
  const store = storage.getStore()
  if (store) store.entries[log] += 1
}

/**
 * Runs what a request only sets off. A payment found because somebody looked at the order is not that person's act.
 */
export function asSystem<Result>(work: () => Promise<Result>): Promise<Result> {
  const store = storage.getStore()
  return store ? storage.run({ ...store, request: { ...store.request, actor: undefined } }, work) : work()
}

/** Runs an act whose entries name the actor so: whoever erases their account must not be named by what is written last. */
export function actingAs<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const store = storage.getStore()
  const { actor } = store?.request ?? {}
  return store && actor
    ? storage.run({ ...store, request: { ...store.request, actor: { ...actor, name } } }, work)
    : work()
}

/**
 * Marks a call that declares an activity and has none to report: a preview, an input that equals what is stored, or a
 * request whose entry was written when it was first made.
 */
export const nothingChanged = (): void => countEntry('activity')
