import { z } from 'zod'
import type { ActivityName } from '#contract/activity-names.ts'
import { auditStates } from '#contract/device-names.ts'
import { undoKind } from '#server/engines/activity/undo.ts'
import type { AuditedDevice, ChangedDevice } from './devices.sql.ts'

/** A device that is handed over starts again, with another person. */
const auditing: ActivityName[] = ['device.approved', 'device.rejected', 'device.audit_undone', 'device.handed_over']
const authorizing: ActivityName[] = ['device.authorized', 'device.suspended', 'device.handed_over']
const deviceIds = z.object({ device_ids: z.array(z.uuid()) })

/**
 * Restores the audits that devices had, unless they were audited again. Readmitting an approved one takes a fresh proof, in place
 * of the administrator's code.
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
  auditing,
)

/** Suspends again what was authorized. */
export const authorizationUndo = undoKind('device.authorization', deviceIds, authorizing)

/** Authorizes again what was suspended, which takes a fresh proof. */
export const suspensionUndo = undoKind('device.suspension', deviceIds, authorizing)

/** Returns the undo of an audit. */
export function auditUndoOf(state: 'approved' | 'rejected', before: AuditedDevice[], changed: ChangedDevice[]) {
  const ids = new Set(changed.map(({ device_id }) => device_id))
  return auditUndo.offer({ state, devices: before.filter(({ device_id }) => ids.has(device_id)) })
}
