/**
 * An operator's request could not be carried out. The message is shown to them, both at the command line and in the back office.
 * Modules extend this class for their own problems.
 */
export class OperatorProblem extends Error {
  /** The form field that shows the message, if a field is at fault. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}
