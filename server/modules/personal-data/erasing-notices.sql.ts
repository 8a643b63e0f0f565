import sql from 'sql-template-tag'
import { requestPath } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { waitingSubject } from '#server/modules/devices/devices.ts'
import { subjectOf } from '#server/modules/requests/requests.ts'
import { mentionsIn, type Named } from './erasing-declared.ts'

/**
 * Notices to managers contain the person's name. Those whose subject is the person, one of their devices or one of their requests
 * are removed; those that list whose service ends, or whose invitations have lapsed, stay, without the name, as they concern others
 * too. Former managers still have those of their time.
 */
export async function eraseManagersNotices(database: Database, named: Named): Promise<void> {
  const { company_id, employee_id, device_ids, request_ids } = named.trace
  const theirs = sql`account_id in (select account_id from employee where company_id = ${company_id})`
  await database.change`
    delete from notice
    where (strpos(subject, ${employee_id}::text) > 0
        or subject = any(${[...device_ids.map(waitingSubject), ...request_ids.map(subjectOf)]}::text[]))
      and ${theirs}`
  if (!named.names.length) return
  const { condition, without } = mentionsIn(sql`text`, named)
  await database.change`
    update notice set text = ${without}
    where (subject like 'services:%' or subject like 'lapsed:%') and ${condition} and ${theirs}`
}

/**
 * A message that still waits for one of the company's groups would be sent after the erasure: those about the person's requests are
 * removed, and the texts of others lose the name.
 */
export async function eraseWaitingMessages(database: Database, named: Named): Promise<void> {
  const { company_id, request_ids } = named.trace
  const waiting = sql`company_id = ${company_id} and state = 'pending'`
  await database.change`
    delete from robot_message where ${waiting} and link = any(${request_ids.map(requestPath)}::text[])`
  if (!named.names.length) return
  const { condition, without } = mentionsIn(sql`text`, named)
  await database.change`update robot_message set text = ${without} where ${waiting} and ${condition}`
}
