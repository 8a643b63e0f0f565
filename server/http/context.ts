import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { AccessOf, CallName, Contract, OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import type { Services } from '../services.ts'

/** The request as a handler may know it; never the payload's word. */
export interface Caller {
  requestId: string
  ip: string
  userAgent: string
  client: { name: string; version: string }
  /** Calls back when the connection is gone before the answer; answers how to have that forgotten. */
  onHangUp(gone: () => void): () => void
}

export interface PublicContext {
  services: Services
  /** Sees every row: for what belongs to no company, or is found before the company is known. */
  system: Database
  caller: Caller
  log: FastifyBaseLogger
}

export interface Membership {
  companyId: string
  employeeId: string
  role: 'owner' | 'manager' | 'employee'
  companyState: 'trial' | 'active' | 'frozen'
}

export interface AccountContext extends PublicContext {
  account: { id: string; phone: string }
  session: { id: string }
  /** The company this account works in, if any. */
  membership: Membership | undefined
}

export interface ManagerContext extends AccountContext {
  membership: Membership
  /** Sees this company's rows alone. */
  company: Database
}

/** What each access level promises its handlers. */
export interface Contexts {
  public: PublicContext
  account: AccountContext
  manager: ManagerContext
}

/** A multipart call's file, read to the end and within its limit. */
export interface Upload {
  fileName: string
  content: Buffer
  /** The limit was reached; `content` is cut. */
  truncated: boolean
}

/** A multipart call's file as it arrives: cut at the limit, in an error when the connection breaks. */
export interface StreamedUpload {
  fileName: string
  content: Readable
}

export type ContextOf<Name extends CallName> = Contexts[AccessOf<Name>] &
  (Contract[Name] extends { multipart: true } ? { upload: Upload } : unknown)

export type Handler<Name extends CallName> = (
  context: ContextOf<Name>,
  input: ParsedOf<Name>,
) => Promise<OutputOf<Name>>

/** What a room's `.calls.ts` exports: some of the contract's handlers. */
export type HandlersFor<Name extends CallName> = { [Each in Name]: Handler<Each> }
