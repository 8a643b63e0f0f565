import { DatabaseError } from 'pg'

/**
 * Returns the constraint that refused a statement: a unique key (23505) or a reference (23503). Returns undefined for
 * other errors.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || (error.code !== '23505' && error.code !== '23503')) return undefined
  return error.constraint
}

/**
 * Catches what a statement throws, and throws instead the refusal that its violated constraint stands for. Every other error, and a
 * constraint without a refusal, is rethrown.
 */
export const refuseViolation =
  (refusalOf: (constraint: string) => Error | undefined) =>
  (error: unknown): never => {
    const constraint = violatedConstraint(error)
    throw (constraint && refusalOf(constraint)) || error
  }
