import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Duty } from '#contract/duty-names.ts'
import type { AccessOf, CallName, Contract, OutputOf, ParsedOf } from '#contract/index.ts'
import type { ScopeName } from '#contract/scope-names.ts'
import type { Database } from '#server/database/database.ts'
import type { KeptRefusal } from './kept-refusal.ts'
import type { Services } from './services.ts'

/** The facts about the request that a handler may use. They never come from the payload. */
export interface Caller {
  requestId: string
  ip: string
  userAgent: string
  client: { name: string; version: string }
  /** The cookie that an earlier login left with this browser or client (`accounts/device-tokens.ts`). */
  deviceCookie: string | undefined
  /** Calls `gone` if the connection is closed before the answer. Returns a function that cancels this. */
  onHangUp(gone: () => void): () => void
}

export type CookieName = 'operator' | 'device'

export interface PublicContext {
  services: Services
  /** Sees every row. For records that belong to no company, or that are looked up before the company is known. */
  system: Database
  caller: Caller
  log: FastifyBaseLogger
  /** Sets a cookie on the answer; undefined removes it. */
  setCookie: (name: CookieName, value: string | undefined) => void
  /** Set while an act is only planned (`planAccess`): its transaction is rolled back, and nothing outside it may change. */
  planning?: true
}

export interface Membership {
  companyId: string
  employeeId: string
  name: string
  role: 'owner' | 'manager' | 'employee'
  /** The employee's duty in the console; managers have none. */
  duty?: Duty
  /** The departments, with all below them, that the sender is limited to by a duty or a token. */
  departments?: readonly string[]
  companyState: 'trial' | 'active' | 'frozen'
}

/** A company's token, which calls in place of a session (modules/api-tokens). */
export interface TokenIdentity {
  id: string
  /** The name shown in the company's logs. */
  name: string
  /** Names the secret that was sent. */
  hash: Buffer
  scopes: readonly ScopeName[]
  /** The departments to which the creator's membership is limited; null for the whole company. */
  departments: readonly string[] | null
}

/** `proved` means that the session presented its password within `proofMinutes`. */
export interface AccountContext extends PublicContext {
  account: { id: string; phone: string }
  session: {
    id: string
    familyId: string
    proved: boolean
    clientName: string
    /** The thumbprint of the device key that was proved at login. */
    deviceKey: string | undefined
  }
  /** Set when a token calls: the account and the membership are then its maker's, under the token's name. */
  token?: TokenIdentity
  /** The company this account works in, if any. */
  membership: Membership | undefined
}

export interface ManagerContext extends AccountContext {
  membership: Membership
  /** Sees only this company's rows. */
  company: Database
}

/** The context that each access level promises its handlers. */
export interface Contexts {
  public: PublicContext
  account: AccountContext
  manager: ManagerContext
}

/** A multipart call's file, read completely and within its size limit. */
export interface Upload {
  fileName: string
  content: Buffer
  /** True when the limit was reached and `content` is cut. */
  truncated: boolean
}

/** A multipart call's file as a stream: it is truncated at the limit, and errors if the connection breaks. */
export interface StreamedUpload {
  fileName: string
  content: Readable
}

/** Makes the change of a `prepared` call: once per key and in one transaction, which the context's handles use. */
export interface Prepared<Context> {
  once<Result>(change: (context: Context) => Promise<Result>): Promise<Result>
}

export type ContextOf<Name extends CallName> = Contexts[AccessOf<Name>] &
  (Contract[Name] extends { idempotency: 'prepared' } ? Prepared<Contexts[AccessOf<Name>]> : unknown) &
  (Contract[Name] extends { multipart: true } ? { upload: Upload } : unknown)

/** The handler of a call without answer fields returns nothing. */
export type NoAnswer<Output> = Output extends Record<string, never> ? Promise<void> : never

export type Handler<Name extends CallName> = (
  context: ContextOf<Name>,
  input: ParsedOf<Name>,
) => Promise<OutputOf<Name> | KeptRefusal> | NoAnswer<OutputOf<Name>>

/** The shape of a module's `.calls.ts`: some of the contract's handlers. */
export type SomeHandlers = { [Name in CallName]?: Handler<Name> }
