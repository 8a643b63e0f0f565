import { jobKind } from '#server/engines/jobs/jobs.ts'

export const prepareRestoreJob = jobKind<{ preparation_id: string }>('prepare_restore', { lane: 'long' })

/** The decision of two owners: which restored folder replaces the present data, and why. */
export interface SwitchRequest {
  preparation_id: string
  folder: string
  moment: string
  actor: string
  reason: string
  /** An owner accepted that the data are inconsistent; a job from an earlier version has no such field. */
  accept_inconsistent?: boolean
}
export const switchRestoreJob = jobKind<SwitchRequest>('switch_restore', { lane: 'slow' })
