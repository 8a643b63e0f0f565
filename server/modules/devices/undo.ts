import { z } from 'zod'
import { auditStates } from '#contract/device-names.ts'
import { undoKind } from '#server/engines/activity/undo.ts'
import type { AuditedDevice, ChangedDevice } from './devices.sql.ts'

/**
 * An auditUndo gives devices the audit that they had, unless they were audited again. It is offered only where none was
 * approved before: to let a device in takes the administrator's code, and undoing takes none.
 */
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
      }),
    ),
  }),
)

/** An authorizationUndo suspends again what was authorized; the other way round the administrator's code is needed. */
export const authorizationUndo = undoKind('device.authorization', z.object({ device_ids: z.array(z.uuid()) }))

/** Returns the undo of an audit, unless it would let a device in. */
export function auditUndoOf(state: 'approved' | 'rejected', before: AuditedDevice[], changed: ChangedDevice[]) {
  const ids = new Set(changed.map(({ device_id }) => device_id))
  const devices = before.filter(({ device_id }) => ids.has(device_id))
  return devices.some(({ audit_state }) => audit_state === 'approved') ? undefined : auditUndo.offer({ state, devices })
}
