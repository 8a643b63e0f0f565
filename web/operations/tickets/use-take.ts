import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'

/** Takes a ticket that nobody has; a colleague may have been faster, which the reloaded page shows. */
export const useTake = (done: () => void) => useSubmission({ call: api.takeTicket, done, outdatedBy: [-57003] })
