import { jobKind } from '../jobs/jobs.ts'

/** Sends one message. `sealed` is the ShortMessage as JSON, sealed: job rows hold no code and no phone in the clear. */
export const sendSmsJob = jobKind<{ message_id: string; sealed: string }>('send_sms')
