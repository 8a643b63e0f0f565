import sql from 'sql-template-tag'
import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

const named = z.looseObject({ company_id: id })

/** Refuses what names a company that is closed. What would be given to it all the same is stopped by functions/refuse_closed.sql. */
export async function requireOpen(system: Database, input: unknown): Promise<void> {
  const { success, data } = named.safeParse(input)
  if (
    success &&
    (await holds(system, sql`exists (select from company where id = ${data.company_id} and closed_at is not null)`))
  )
    throw new Refusal(-53305)
}
