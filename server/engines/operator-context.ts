import type { z } from 'zod'
import type { OperationName, OperationOutput, OperationParsed, Operations } from '#contract/operations/index.ts'
import type { NoAnswer, Prepared, PublicContext, StreamedUpload, Upload } from './context.ts'
import type { contextOperator } from './context-operator.ts'

export type Operator = z.output<typeof contextOperator>

export interface OperatorContext extends PublicContext {
  operator: Operator
  /** `proved` means that the session presented the password, and the authenticator if there is one, within `proofMinutes`. */
  session: { id: string; proved: boolean }
}

type BaseContext<Name extends OperationName> = Operations[Name]['access'] extends 'visitor'
  ? PublicContext
  : OperatorContext

type OperationContext<Name extends OperationName> = BaseContext<Name> &
  (Operations[Name] extends { idempotency: 'prepared' } ? Prepared<BaseContext<Name>> : unknown) &
  (Operations[Name] extends { multipart: true } ? { upload: Upload } : unknown) &
  (Operations[Name] extends { multipart: 'stream' } ? { upload: StreamedUpload } : unknown)

type OperationHandler<Name extends OperationName> = (
  context: OperationContext<Name>,
  input: OperationParsed<Name>,
) => Promise<OperationOutput<Name>> | NoAnswer<OperationOutput<Name>>

export type OperationHandlersFor<Name extends OperationName> = { [Each in Name]: OperationHandler<Each> }

/** The shape of a module's `operations.calls.ts`: some of the back office's handlers. */
export type SomeOperations = Partial<OperationHandlersFor<OperationName>>
