import { z } from 'zod'
import type { ActivityName } from './activity-names.ts'
import type { Code } from './codes.ts'
import type { ScopeTopic } from './scope-names.ts'

/**
 * The callers that a call admits: anyone; the holder of a valid session; or the manager or owner of a verified company that is
 * not frozen. A level's handlers receive what the level promises (`server/app/http/access.ts`).
 */
export type Access = 'public' | 'account' | 'manager'

/**
 * The effect of a call on the data. `read` changes nothing: tests run it on a read-only connection. `change` takes effect once
 * for each idempotency key. `export` only makes a file for the caller, so that repeating it harms nobody. `plan` carries a change
 * out in a transaction that is never committed, to report what it would do.
 */
export type Effect = 'read' | 'change' | 'export' | 'plan'

/** Limits how often one address, account, company or operator may make a call. Beyond that the call answers 429. */
export interface Limit {
  /** Calls that share a name share the count. */
  name: string
  by: 'address' | 'account' | 'company' | 'operator'
  max: number
  seconds: number
}

/**
 * The place where a change is made. `transaction` (the default) runs the handler in one transaction together with the idempotency
 * key, so that both are done or neither. `outside` is for handlers that wait for a gateway and must not hold a transaction open
 * meanwhile; they must tolerate being run twice, or keep their answer by `settle`. With `own`, the call's own rows keep the key.
 * With `prepared` the handler first does the slow work that changes nothing but counters, such as hashing a password or storing a
 * file, and then makes its change by `context.once`, in one transaction with the key.
 */
export type Idempotency = 'transaction' | 'outside' | 'own' | 'prepared'

/**
 * The proof of identity that protects a sensitive act from somebody who finds a session open. `fresh`: the session must have
 * shown the password, and an operator's authenticator, or a passkey, within `proofMinutes`; else the call answers -41022, and the
 * page asks for it by `reauthenticate` or `reauthenticateOperator`. `payload`: the input itself holds the password or the code of
 * an authenticator, which the handler checks. `weighty`: the handler demands a fresh one where the object that the input names is
 * sensitive.
 */
export type Proof = 'fresh' | 'payload' | 'weighty'

/**
 * Describes how a company's token makes a call. The scope that it needs is the topic with the call's effect: `people:read`. Calls
 * that move money, prove a person or guard the company declare none, so that no token makes them.
 */
export interface CallScope {
  topic: ScopeTopic
  /** Fields that a token must not send, because they spend what the company owns. */
  without?: readonly string[]
}

/** The fields that name people, their devices or departments. */
export type NamingField =
  | 'employee_id'
  | 'employee_ids'
  | 'successor_id'
  | 'employees'
  | 'dept_id'
  | 'device_id'
  | 'device_ids'

/**
 * Describes how a call keeps to the departments of a caller who is limited to some: a token, or an employee whose duty is
 * (`server/modules/people/within.ts`). All that the fields in `named` name has to lie in those departments, and one of them
 * has to be given unless the call is `narrowed`: then its handler answers only what lies in `membership.departments`.
 */
export interface Within {
  named?: readonly NamingField[]
  narrowed?: true
}

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType, Who = Access> {
  /** The path below the API base path; an operation's is below /operations there. */
  path: `/${string}`
  access: Who
  effect: Effect
  idempotency?: Idempotency
  limits?: readonly Limit[]
  proof?: Proof
  /** The action that the company's activity records. A success that leaves no entry there is a fault. */
  activity?: ActivityName
  /**
   * The act can be undone for some minutes. The answer has the `activity_id` for this, where something was changed.
   */
  undo?: true
  /**
   * It can alter who may use which line. `planAccess` tells beforehand what it would do; what it has done is written to
   * the records of the people and the lines. Every such call stands in `accessCalls`.
   */
  changesAccess?: true
  /**
   * It is a desktop client's: a session without a device key gets it only until `CLIENT_KEYS_REQUIRED_FROM`, and a
   * browser's never (-48015, -48016).
   */
  client?: true
  /**
   * It waits for a server that is not ours, or for a change: longer than calls are otherwise given. nginx never repeats it.
   */
  waits?: true
  /** Without it no token makes the call. */
  scope?: CallScope
  /** Without it nobody who is limited to departments makes the call. */
  within?: Within
  /** One Chinese line for the reader of the API page. */
  about: string
  /** The input is strict: an unknown field is an error that names it. `sid` and `instance_id` are removed before. */
  input: Input
  /** The shape of `data` when the code is 200. */
  output: Output
  /** The message that a person reads on success, where the page shows the server's word. */
  success?: string
  /** The codes it can answer beside 200, -41003 and the session codes. */
  codes?: readonly Code[]
  /**
   * The body is multipart/form-data with one file, which comes last: the fields before it (`sid` among them) decide
   * whether it is accepted. With `stream` the handler gets it as it arrives, however large it is; otherwise it is read
   * into memory first.
   */
  multipart?: true | 'stream'
}

/** What a call takes or answers where its definition does not say. */
const nothing = z.object({})
const noInput = z.strictObject({})

/** A call as it is written: without an input it takes no field, without an output it answers none. */
export type Written<Whole extends Call<z.ZodType, z.ZodType, unknown>> = Omit<Whole, 'input' | 'output'> &
  Partial<Pick<Whole, 'input' | 'output'>>

type Completed<Definition> = Omit<{ input: typeof noInput; output: typeof nothing }, keyof Definition> & Definition

export const complete = <const Definition>(definition: Definition): Completed<Definition> => ({
  input: noInput,
  output: nothing,
  ...definition,
})

export const call = <const Definition extends Written<Call>>(definition: Definition) => complete(definition)
