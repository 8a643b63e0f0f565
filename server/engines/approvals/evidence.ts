import { type EvidenceLink, evidenceCalls, type evidenceTones } from '#contract/operations/approval-evidence.ts'
import { operations } from '#contract/operations/index.ts'
import { type ActingRole, mayCall, mayRead, type OperatorRole } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

/** A line of evidence for a second operator. */
export interface Evidence {
  label: string
  value: string
  tone?: (typeof evidenceTones)[number]
  link?: EvidenceLink
  /** A stored file; the audit entry of its opening concerns `target`. */
  file?: { file_id: string; content_type: string; target: string }
  /**
   * The roles that may read this elsewhere, for information beyond the request itself. Without them anybody who may decide the
   * request may read it, since nobody can decide without its grounds.
   */
  roles?: readonly ActingRole[]
}

/** Collects the evidence as of now. It changes and locks nothing, because it serves a read call. */
export type EvidenceOf<Input> = (database: Database, input: Input) => Promise<Evidence[]>

/**
 * Returns the evidence that these roles may read. A company's finances beyond the request are only shown to roles that may read
 * them, and pages that would refuse the operator are not linked.
 */
export const evidenceFor = (roles: readonly OperatorRole[], found: readonly Evidence[]): Evidence[] =>
  found
    .filter(row => !row.roles || mayRead(roles, row.roles))
    .map(({ link, ...row }) => (link && mayCall(roles, operations[evidenceCalls[link.page]]) ? { ...row, link } : row))
