import { AsyncLocalStorage } from 'node:async_hooks'

/** The actor: a member signed in to a company, a company's token, an operator, or the portal itself. */
export interface ActivityActor {
  kind: 'account' | 'token' | 'operator' | 'system'
  id: string | null
  /** The actor's name in a company's activity; undefined for an account that does not belong to one yet. */
  name: string | undefined
}

/** The facts about a request that apply to everything it causes: the actor, the address, and the call. */
export interface RequestContext {
  actor: ActivityActor | undefined
  /** Null if an operator's request is carried out by another's confirmation, because it came from a different address. */
  ip: string | null
  requestId: string
  call: string
  /**
   * The approval whose confirmation carries the request out. Each audit entry names it, and through it the second
   * operator.
   */
  approval?: string
}

/**
 * The number of entries that a request has written, and of comparisons with what its caller had seen. A request with nothing to
 * report, because nothing changed, counts as one.
 */
export interface EntryCounts {
  audit: number
  activity: number
  seen: number
}

const storage = new AsyncLocalStorage<{ request: RequestContext; entries: EntryCounts }>()

/** Runs a request such that its entries record its actor and call. Returns the number of entries written. */
export async function accountFor<Result>(
  request: RequestContext,
  work: () => Promise<Result>,
): Promise<{ result: Result; entries: EntryCounts }> {
  const entries = { audit: 0, activity: 0, seen: 0 }
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

/** Runs work that a request only triggers. A payment found because a person opened the order is not that person's act. */
export function asSystem<Result>(work: () => Promise<Result>): Promise<Result> {
  const store = storage.getStore()
  return store ? storage.run({ ...store, request: { ...store.request, actor: undefined } }, work) : work()
}

/** Runs an act whose entries use this name for the actor: the last entries of an erased account must not contain its name. */
export function actingAs<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const store = storage.getStore()
  const { actor } = store?.request ?? {}
  return store && actor
    ? storage.run({ ...store, request: { ...store.request, actor: { ...actor, name } } }, work)
    : work()
}

/**
 * Marks a call that declares an activity but has nothing to report: a preview, an input equal to the stored values, or a request
 * whose entry was written the first time.
 */
export const nothingChanged = (): void => countEntry('activity')
