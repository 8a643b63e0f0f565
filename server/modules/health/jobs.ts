import { jobKind } from '#server/engines/jobs/jobs.ts'

export const prepareRestoreJob = jobKind<{ preparation_id: string }>('prepare_restore', { lane: 'long' })

/** The decision of two owners: which restored folder takes the place of the present data, and why. */
export interface SwitchRequest {
  preparation_id: string
  folder: string
  moment: string
  actor: string
  reason: string
  /** Somebody accepted that the data contradict themselves; a job from before says nothing. */
  accept_inconsistent?: boolean
}
export const switchRestoreJob = jobKind<SwitchRequest>('switch_restore', { lane: 'slow' })
