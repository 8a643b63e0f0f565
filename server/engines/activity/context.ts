import { AsyncLocalStorage } from 'node:async_hooks'
import { systemName } from '#server/core/system-name.ts'

/** The actor of a request, a job or a command: a person signed in, a company's token, an operator, or the portal itself. */
export interface Actor {
  kind: 'account' | 'token' | 'operator' | 'system'
  id: string | null
  /** The actor's name in a company's logs; undefined for the portal, and for an account that does not belong to one yet. */
  name: string | undefined
  /** The actor's name in the audit log: `account:<id>`, `operator:<id>`, `cli:user@host`, `portal`. */
  auditName: string
}

/** The actor of jobs, and of what a request only triggers. */
export const portalActor: Actor = { kind: 'system', id: null, name: undefined, auditName: 'portal' }

/** A company reads that the provider acted, not which of its people did. */
export const providerName = '平台'

export const operatorActor = (id: string): Actor => ({
  kind: 'operator',
  id,
  name: providerName,
  auditName: `operator:${id}`,
})

/** The facts that apply to everything a request, a job or a command causes: the actor, the address, and the call. */
export interface ExecutionContext {
  /** Undefined for a visitor. */
  actor: Actor | undefined
  /** The name that stands for the actor in a company's logs (`loggedAs`). */
  loggedAs?: string | undefined
  /** Missing if an operator's request is carried out by another's confirmation, because it came from a different address. */
  ip?: string | undefined
  requestId?: string
  call?: string
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

interface Execution {
  context: ExecutionContext
  entries: EntryCounts
  /** The fields that an edit changes. */
  changed: Set<string>
}

const storage = new AsyncLocalStorage<Execution>()

const opened = (context: ExecutionContext): Execution => ({
  context,
  entries: { audit: 0, activity: 0, seen: 0 },
  changed: new Set(),
})

/** Opens a context, whose actor and call the entries record. Returns the number of entries written. */
export async function accountFor<Result>(
  context: ExecutionContext,
  work: () => Promise<Result>,
): Promise<{ result: Result; entries: EntryCounts }> {
  const execution = opened(context)
  const result = await storage.run(execution, work)
  return { result, entries: execution.entries }
}

/** Opens the context of a job or a command, which no request causes. The portal acts, under this name in the audit log. */
export const runAs = async <Result>(auditName: string, work: () => Promise<Result>): Promise<Result> =>
  (await accountFor({ actor: { ...portalActor, auditName } }, work)).result

/** Changes the present context for some work, or opens one. Its entries count as those of the work around it. */
function within<Result>(
  changed: (context: ExecutionContext) => Partial<ExecutionContext>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { context, ...execution } = storage.getStore() ?? opened({ actor: undefined })
  return storage.run({ ...execution, context: { ...context, ...changed(context) } }, work)
}

/** Runs what a confirmation carries out as the requester's act. */
export const accountForApproval = <Result>(approval: string, requesterId: string, work: () => Promise<Result>) =>
  within(() => ({ actor: operatorActor(requesterId), ip: undefined, approval }), work)

/** Runs work that a request only triggers. A payment found because a person opened the order is not that person's act. */
export const asSystem = <Result>(work: () => Promise<Result>): Promise<Result> =>
  within(() => ({ actor: portalActor, loggedAs: undefined }), work)

/** Runs an act whose entries use this name for the actor: the last entries of an erased account must not contain its name. */
export const actingAs = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  within(({ actor }) => ({ actor: actor && { ...actor, name } }), work)

/**
 * Runs an act that the audit log records under another name than the context's. Each use says why; `audit/actor.test.ts` lists
 * them.
 */
export const auditedAs = <Result>(auditName: string, work: () => Promise<Result>): Promise<Result> =>
  within(({ actor = portalActor }) => ({ actor: { ...actor, auditName } }), work)

/**
 * Runs an act whose entries in a company's logs name the bank, the directory or the buyer for whom a job works, the provider's
 * department, or a visitor whom the act has identified. Each use says why; `activity/actor.test.ts` lists them.
 */
export const loggedAs = <Result>(name: string, work: () => Promise<Result>): Promise<Result> =>
  within(() => ({ loggedAs: name }), work)

/** Returns the present context; undefined outside of requests, jobs and commands. */
export const executionContext = (): ExecutionContext | undefined => storage.getStore()?.context

/** Returns the actor's name for the audit log, and for columns that tell who saved or decided something. */
export function auditActor(): string {
  const { actor } = executionContext() ?? {}
  if (!actor) throw new Error('an audited act needs a context with an actor: accountFor, runAs or auditedAs opens one')
  return actor.auditName
}

/** Returns the actor's name for a company's logs: those of its people, devices, lines and orders, and its ledgers. */
export function actorName(): string {
  const { actor, loggedAs }: ExecutionContext = executionContext() ?? { actor: portalActor }
  const name = loggedAs ?? actor?.name ?? (actor?.kind === 'system' ? systemName : undefined)
  if (name === undefined)
    throw new Error('a logged act needs a context that names its actor: accountFor, runAs or loggedAs')
  return name
}

/** Returns the actor as the company's activity names it, which tells apart by kind and id who acts under one name. */
export function activityActor(): Pick<Actor, 'kind' | 'id'> & { name: string } {
  const { kind, id, name = actorName() } = executionContext()?.actor ?? portalActor
  return { kind, id, name }
}

/** Notes the fields that an edit changes. The activity's entries of the same request record them. */
export const noteChanged = (fields: readonly string[]): void =>
  fields.forEach(field => void storage.getStore()?.changed.add(field))

/** Returns the fields that the present request's edit changes; null for other acts. */
export const changedFields = (): string[] | null => {
  const { changed } = storage.getStore() ?? {}
  return changed?.size ? [...changed] : null
}

export function countEntry(log: keyof EntryCounts): void {
  const store = storage.getStore()
  if (store) store.entries[log] += 1
}

/**
 * Marks a call that declares an activity but has nothing to report: a preview, an input equal to the stored values, or a request
 * whose entry was written the first time.
 */
export const nothingChanged = (): void => countEntry('activity')
