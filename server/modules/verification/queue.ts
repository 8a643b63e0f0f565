import sql from 'sql-template-tag'
import type { Queue } from '#server/engines/queues.ts'

/** The queue of applications under review. */
export const verificationsQueue: Queue = {
  name: 'verifications',
  roles: ['support'],
  count: sql`select count(*) from identity_verification where state = 'under_review'`,
}
