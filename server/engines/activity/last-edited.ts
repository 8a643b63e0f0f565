import { z } from 'zod'
import type { ActivityName } from '#contract/activity-names.ts'
import { instant } from '#contract/fields.ts'
import type { LastEdit } from '../seen.ts'

/** An act, and words that its entry has if it changed the field, for entries that do not record their fields. */
type Trace = readonly [action: ActivityName, words?: string]

const entry = z.object({ saved_by: z.string(), saved_at: instant })

/** Finds the last act on the object that changed one of the fields, or may have, where its entry has only words for what it did. */
export const editedInActivity =
  (companyId: string, subjectId: string, tracesOf: (field: string) => readonly Trace[]): LastEdit =>
  (company, fields) => {
    const traces = fields.flatMap(tracesOf)
    return company.row(entry)`
      select actor_name as saved_by, at as saved_at from activity
      where company_id = ${companyId} and subject_id = ${subjectId} and exists (
        select from unnest(${traces.map(([action]) => action)}::text[], ${traces.map(([, words = '']) => words)}::text[])
          as trace (act, words)
        where act = action and coalesce(changed_fields && ${fields}::text[], position(words in detail) > 0))
      order by id desc limit 1`
  }
