import type { z } from 'zod'
import type { saved } from '#contract/content-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { lastSaved } from './last-saved.ts'

type Saved = { [Field in keyof typeof saved]: z.output<(typeof saved)[Field]> }

/** Refuses a change that is based on an earlier revision than the present one, and names who saved that and when. */
export const changedMeanwhile = ({ revision, saved_by, saved_at }: Saved) =>
  new Refusal(-53022, { revision, saved_by, saved_at })

/** Does the same for a row without these columns, by the audit log's entries of the actions that raise its revision. */
export const changedSince = async (
  database: Database,
  revision: number,
  target: string,
  actions: readonly AuditAction[],
) => new Refusal(-53022, { revision, ...(await lastSaved(database, target, actions)) })
