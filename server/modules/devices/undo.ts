import { z } from 'zod'
import { auditStates, authStates } from '#contract/device-names.ts'
import { undoKind } from '#server/engines/activity/undo.ts'
import type { AuditedDevice, ChangedDevice } from './devices.sql.ts'

/** An auditUndo gives devices the audit that they had, unless they were audited again. */
export const auditUndo = undoKind(
  'device.audited',
  z.object({
    state: z.enum(auditStates),
    devices: z.array(
      z.object({
        device_id: z.uuid(),
        audit_state: z.enum(auditStates),
        audit_note: z.string().nullable(),
        audited_at: z.iso.datetime().nullable(),
        key_id: z.string().nullable(),
      }),
    ),
  }),
)

/** An authorizationUndo switches the authorization of devices back. */
export const authorizationUndo = undoKind(
  'device.authorization',
  z.object({ state: z.enum(authStates), device_ids: z.array(z.uuid()) }),
)

/** Keeps of what was read before only what was changed. */
export function ofChanged(before: AuditedDevice[], changed: ChangedDevice[]): AuditedDevice[] {
  const ids = new Set(changed.map(({ device_id }) => device_id))
  return before.filter(({ device_id }) => ids.has(device_id))
}
