import sql from 'sql-template-tag'
import { z } from 'zod'
import { saved } from '#contract/content-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '#server/database/database.ts'
import { actorName } from './actor-name.ts'

const lastEntry = z.object(saved).omit({ revision: true })

/** Returns who did one of these to the target last, and when: a conflict names them. Rows without columns of their own have it here. */
export const lastSaved = (database: Database, target: string, actions: readonly AuditAction[]) =>
  database.row(lastEntry)`
    select ${actorName(sql`actor`)} as saved_by, created_at as saved_at from audit_entry
    where target = ${target} and action = any(${actions}::text[]) order by id desc limit 1`
