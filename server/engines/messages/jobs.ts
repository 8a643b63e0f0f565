import { jobKind } from '../jobs/jobs.ts'

/** Sends one message. `sealed` is the ShortMessage as sealed JSON: job rows contain no code and no phone in plain text. */
export const sendSmsJob = jobKind<{ message_id: string; sealed: string }>('send_sms')
