import { z } from 'zod'
import { approvalKinds } from '#contract/operations/operator-names.ts'
import type { Database } from '#server/database/database.ts'

const unannounced = z.object({ kind: z.enum(approvalKinds), requested_by: z.string() })
export type Unannounced = z.output<typeof unannounced>

/** Takes the waiting requests that were not announced, oldest first. Guard: `told_at`, so that one replica announces each. */
export const takeUnannounced = (transaction: Database) =>
  transaction.rows(unannounced)`
    with taken as (
      update approval set told_at = now() where state = 'waiting' and told_at is null
      returning id, kind, requested_by)
    select taken.kind, operator.display_name as requested_by
    from taken join operator on operator.id = taken.requested_by order by taken.id`
