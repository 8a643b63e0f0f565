/**
 * Why something that an operator asked for could not be carried out; the text is for them, at the command line and in the back
 * office alike. Rooms name their own by extending it.
 */
export class OperatorProblem extends Error {
  /** Of the form, where it is one field's: the text stands there. */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}
