import sql from 'sql-template-tag'
import { invitationDays } from '#contract/people.ts'

export const invitationTerm = sql`make_interval(days => ${invitationDays}::integer)`
/** Matches an `employee` who can still say yes or no. A guest whose time is over is about to be taken off the list. */
export const isOpen = sql`employee.state = 'invited' and employee.invited_at > now() - ${invitationTerm}
  and coalesce(employee.guest_until > now(), true)`
