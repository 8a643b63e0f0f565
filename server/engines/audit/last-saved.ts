import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { saved } from '#contract/content-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '#server/database/database.ts'
import type { LastEdit } from '../seen.ts'
import { actorName } from './actor-name.ts'

const lastEntry = z.object(saved).omit({ revision: true })

const last = (database: Database, target: string, condition: Sql) =>
  database.row(lastEntry)`
    select ${actorName(sql`actor`)} as saved_by, created_at as saved_at from audit_entry
    where target = ${target} and ${condition} order by id desc limit 1`

/** Returns who last did one of these to the target, and when, for naming them in a conflict; for rows without such columns. */
export const lastSaved = (database: Database, target: string, actions: readonly AuditAction[]) =>
  last(database, target, sql`action = any(${actions}::text[])`)

/** Finds the last change of the target whose entry has other values of a field before and after it. */
export const editedInAudit =
  (target: string): LastEdit =>
  (database, fields) =>
    last(
      database,
      target,
      sql`exists (select from unnest(${fields}::text[]) as field
        where before ? field and after ? field and before -> field <> after -> field)`,
    )
