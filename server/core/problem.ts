/**
 * An operator's request could not be carried out. The message is shown to them, at the command line and in the back office
 * alike. Modules define their own problems by extending this class.
 */
export class OperatorProblem extends Error {
  /** The form field that shows the message, if one field is to blame. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}
