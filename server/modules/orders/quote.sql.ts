import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { graceOf, isRefunding } from '#server/modules/access/line-state.ts'

const renewableLine = z.object({ svp_id: id, name: z.string(), sku_id: id, ends_at: instant })
export type RenewableLine = z.output<typeof renewableLine>

/** A line can be renewed when it is neither released nor being refunded. */
export const renewableLines = (company: Database, companyId: string, ids: string[]) =>
  company.rows(renewableLine)`
    select id as svp_id, name, sku_id, ends_at from line
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and state <> 'released'
      and not ${isRefunding}`

const kept = z.object({ until: instant.nullable() })

/** Returns the earliest end of the grace of these lines, after which one of them can no longer be renewed; null without any. */
export const keptUntil = async (company: Database, companyId: string, ids: string[]) =>
  (
    await company.row(kept)`
    select min(ends_at + ${graceOf}) as until from line where company_id = ${companyId} and id = any(${ids}::uuid[])`
  )?.until
