import sql from 'sql-template-tag'
import { z } from 'zod'
import { saved } from '#contract/content-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '#server/database/database.ts'
import { actorName } from './actor-name.ts'

const lastEntry = z.object(saved).omit({ revision: true })

/** Returns who last did one of these to the target, and when, for naming them in a conflict; for rows without such columns. */
export const lastSaved = (database: Database, target: string, actions: readonly AuditAction[]) =>
  database.row(lastEntry)`
    select ${actorName(sql`actor`)} as saved_by, created_at as saved_at from audit_entry
    where target = ${target} and action = any(${actions}::text[]) order by id desc limit 1`
