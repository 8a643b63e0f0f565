import { type EvidenceLink, evidenceCalls, type evidenceTones } from '#contract/operations/approval-evidence.ts'
import { operations } from '#contract/operations/index.ts'
import { type ActingRole, mayCall, mayRead, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

/** A line of what a second operator goes by. */
export interface Evidence {
  label: string
  value: string
  tone?: (typeof evidenceTones)[number]
  link?: EvidenceLink
  /** A stored file; the entry of the audit log that tells of its opening is about `target`. */
  file?: { file_id: string; content_type: string; target: string }
  /**
   * The roles that read this elsewhere, for what goes beyond the request itself. Without them whoever may decide the
   * request reads it, since a decision without its ground is none.
   */
  roles?: readonly ActingRole[]
}

/** Finds what the second operator goes by, as it is now. It changes and locks nothing: it serves a read call. */
export type EvidenceOf<Input> = (database: Database, input: Input) => Promise<Evidence[]>

/**
 * Returns what somebody with these roles may read. Money of a company beyond the request stays with those who read money, and a
 * page that refuses the operator is not linked.
 */
export const evidenceFor = (roles: readonly OperatorRole[], found: readonly Evidence[]): Evidence[] =>
  found
    .filter(row => !row.roles || mayRead(roles, row.roles))
    .map(({ link, ...row }) => (link && mayCall(roles, operations[evidenceCalls[link.page]]) ? { ...row, link } : row))
