import type { OperationName, OperationOutput, OperationParsed, Operations } from '#contract/operations/index.ts'
import type { OperatorRole } from '#contract/operations/operator-names.ts'
import type { PublicContext, StreamedUpload, Upload } from '../http/context.ts'

export interface VisitorContext extends PublicContext {
  /** Sets the session's cookie on the answer; undefined takes it away. */
  setCookie: (token: string | undefined) => void
}

export interface Operator {
  id: string
  name: string
  displayName: string
  roles: OperatorRole[]
  hasTotp: boolean
  /** The password was given by somebody else. */
  passwordGiven: boolean
}

export interface OperatorContext extends VisitorContext {
  operator: Operator
  /** As the audit names the operator: `operator:<id>`. */
  actor: string
  session: { id: string }
}

type OperationContext<Name extends OperationName> = (Operations[Name]['access'] extends 'visitor'
  ? VisitorContext
  : OperatorContext) &
  (Operations[Name] extends { multipart: true } ? { upload: Upload } : unknown) &
  (Operations[Name] extends { multipart: 'stream' } ? { upload: StreamedUpload } : unknown)

type OperationHandler<Name extends OperationName> = (
  context: OperationContext<Name>,
  input: OperationParsed<Name>,
) => Promise<OperationOutput<Name>>

/** What a room's `operations.calls.ts` exports: some of the back office's handlers. */
export type OperationHandlersFor<Name extends OperationName> = { [Each in Name]: OperationHandler<Each> }
