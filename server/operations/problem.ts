/**
 * Why something that an operator asked for could not be carried out; the text is for them, at the command line and in the back
 * office alike. Rooms name their own by extending it.
 */
export class OperatorProblem extends Error {}
