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
 * The effect of a call on the data. `read` changes nothing: tests run it on a read-only connection. `change` takes effect once for
 * each idempotency key. `export` only makes a file for the caller, so repeating it is harmless. `plan` carries out a change in a
 * transaction that is never committed, to report what it would do.
 */
export type Effect = 'read' | 'change' | 'export' | 'plan'

/**
 * A limit on how often one address, account, company or operator may make a call. Further calls answer 429. `login` counts by the
 * account that the call logs in, once its holder has been proved: strangers must not use up the holder's logins.
 */
export interface Limit {
  /** Calls with the same name share one counter. */
  name: string
  by: 'address' | 'account' | 'company' | 'operator' | 'login'
  max: number
  seconds: number
}

/**
 * Where a change is made. `transaction` (the default) runs the handler in one transaction together with the idempotency key, so
 * that both are committed or neither. `outside` is for handlers that wait for a gateway and must not hold a transaction open
 * meanwhile; they must tolerate being run twice, or keep their answer by `settle`. With `own`, the call's own rows keep the key.
 * With `prepared`, the handler first does the slow work that changes nothing but counters, such as hashing a password or storing a
 * file, and then makes its change by `context.once`, in one transaction with the key.
 */
export type Idempotency = 'transaction' | 'outside' | 'own' | 'prepared'

/**
 * The proof of identity that protects a sensitive act from a stranger who finds a session open. `fresh`: within `proofMinutes`, the
 * session must have shown a passkey, or the password and for operators an authenticator code; otherwise the call answers -41022 and
 * the page asks for it by `reauthenticate` or `reauthenticateOperator`. `payload`: the input itself holds the password or an
 * authenticator code, which the handler checks. `weighty`: the handler demands a fresh proof when the object named in the input is
 * sensitive.
 */
export type Proof = 'fresh' | 'payload' | 'weighty'

/**
 * How a company's token may make a call. The scope that it needs is the topic with the call's effect: `people:read`. Calls that
 * move money, prove a person's identity or protect the company declare none, so that no token can make them.
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
 * How a call keeps to the departments of a caller who is limited to some: a token, or an employee with a limited duty
 * (`server/modules/people/within.ts`). Everything that the fields in `named` refer to must lie in those departments, and one of
 * these fields must be present unless the call is `narrowed`: then its handler answers only what lies in `membership.departments`.
 */
export interface Within {
  named?: readonly NamingField[]
  narrowed?: true
}

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType, Who = Access> {
  /** The path below the API base path; operations are below /operations there. */
  path: `/${string}`
  access: Who
  effect: Effect
  idempotency?: Idempotency
  limits?: readonly Limit[]
  proof?: Proof
  /** The action recorded in the company's activity log. A success that leaves no entry there is a fault. */
  activity?: ActivityName
  /** The act can be undone for some minutes. If anything was changed, the answer has the `activity_id` for this. */
  undo?: true
  /**
   * The call can alter who may use which line. `planAccess` previews its effect, and the effect is written to the records of the
   * people and the lines. Every such call is listed in `accessCalls`.
   */
  changesAccess?: true
  /**
   * The call is for desktop clients: a session without a device key may make it only until `CLIENT_KEYS_REQUIRED_FROM`, and a
   * browser's session never (-48015, -48016).
   */
  client?: true
  /** The call waits for a third party's server or for a change, longer than the usual timeout. nginx never repeats it. */
  waits?: true
  /** Without a scope, no token can make the call. */
  scope?: CallScope
  /** Without it, no caller limited to departments can make the call. */
  within?: Within
  /** A line in Chinese for the API page. */
  about: string
  /** The input is strict: an unknown field is an error that names it. `sid` and `instance_id` are removed beforehand. */
  input: Input
  /** The shape of `data` when the code is 200. */
  output: Output
  /** The success message, for calls whose page shows the server's text. */
  success?: string
  /** The codes it can answer besides 200, -41003 and the session codes. */
  codes?: readonly Code[]
  /**
   * The body is multipart/form-data with one file, which comes last: the fields before it (`sid` among them) decide whether it is
   * accepted. With `stream` the handler gets the file as it arrives, whatever its size; otherwise it is read into memory first.
   */
  multipart?: true | 'stream'
}

/** The input or output of a call whose definition has none. */
const nothing = z.object({})
const noInput = z.strictObject({})

/** A call as it is declared: without an input it takes no fields, without an output it answers none. */
export type Written<Whole extends Call<z.ZodType, z.ZodType, unknown>> = Omit<Whole, 'input' | 'output'> &
  Partial<Pick<Whole, 'input' | 'output'>>

type Completed<Definition> = Omit<{ input: typeof noInput; output: typeof nothing }, keyof Definition> & Definition

export const complete = <const Definition>(definition: Definition): Completed<Definition> => ({
  input: noInput,
  output: nothing,
  ...definition,
})

export const call = <const Definition extends Written<Call>>(definition: Definition) => complete(definition)
