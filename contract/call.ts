import type { z } from 'zod'
import type { Code } from './codes.ts'

/**
 * Who may make a call: anyone; whoever holds a valid session; the manager or owner of a verified company that is not frozen.
 * A level's handlers receive what the level promises (`server/http/access.ts`).
 */
export type Access = 'public' | 'account' | 'manager'

export interface Call<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType, Who = Access> {
  /** Below the API base path; an operation's below /operations there. */
  path: `/${string}`
  access: Who
  /** One Chinese line for the reader of the API page. */
  about: string
  /** Strict: an unknown field is an error that names it. `sid` and `instance_id` are taken off before. */
  input: Input
  /** The shape of `data` when the code is 200. */
  output: Output
  /** What the person reads on success, where the page shows the server's word. */
  success?: string
  /** What else it answers, beside 200, -41003 and the session codes. */
  codes?: readonly Code[]
  /**
   * The body is multipart/form-data with one file, which comes last: the fields before it (`sid` among them) decide whether it
   * is taken in. `stream`: it is handed to the handler as it arrives, however large it is; otherwise it is read into memory first.
   */
  multipart?: true | 'stream'
}

export const call = <const Definition extends Call>(definition: Definition) => definition
