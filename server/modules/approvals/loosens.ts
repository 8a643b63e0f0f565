import { type ActingRole, actingRoles } from '#contract/operations/operator-names.ts'
import type { ApprovalPolicy } from '#server/engines/approvals/policy.sql.ts'

export interface Rules extends Pick<ApprovalPolicy, 'threshold' | 'roles'> {
  limits: readonly { role: ActingRole; most: number }[]
}

/** Each set of roles that an operator may hold. */
const holdings = Array.from({ length: 2 ** actingRoles.length - 1 }, (_, index) =>
  actingRoles.filter((_role, place) => (index + 1) & (1 << place)),
)

/** Returns the day's limit below which an operator with these roles acts alone, as `performOrKeep` counts it. */
function belowFor({ threshold, limits }: Rules, held: readonly ActingRole[]): number {
  const own = limits.filter(({ role }) => held.includes(role)).map(({ most }) => most)
  return Math.min(
    threshold ?? Number.POSITIVE_INFINITY,
    own.length > 0 ? Math.max(...own) + 1 : Number.POSITIVE_INFINITY,
  )
}

/**
 * Reports whether the new rules let any operator do more alone, or let one decide who could not before. Every set of roles is
 * compared: of several roles the largest limit counts, so a new limit for one role raises that of operators who hold a smaller one
 * beside it.
 */
export const loosens = (before: Rules, after: Rules): boolean =>
  after.roles.some(role => !before.roles.includes(role)) ||
  holdings.some(held => belowFor(after, held) > belowFor(before, held))
