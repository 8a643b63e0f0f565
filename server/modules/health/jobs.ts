import { jobKind } from '#server/engines/jobs/jobs.ts'

export const prepareRestoreJob = jobKind<{ preparation_id: string }>('prepare_restore')
