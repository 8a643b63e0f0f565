import type { Database } from '../database/database.ts'
import { withinLimit } from '../http/limits.ts'
import { queueManySms } from '../integrations/sms/queue.ts'
import type { ShortMessage } from '../integrations/sms/sms.ts'
import type { Services } from '../services.ts'
import {
  type Drafted,
  deleteNotices,
  findSetting,
  insertNotices,
  managersOf,
  type NoticeKind,
  settle,
} from './notices.sql.ts'

/** Sent by short message until the account chooses: what it can't go on without, and what it waits for. */
const smsUnlessChosen: NoticeKind[] = ['service_ended', 'verification_reviewed', 'company_state']
/** Short messages an account gets a day for notices, however many there are. */
const smsPerDay = 10

type Needed = Pick<Services, 'config' | 'jobs'>

export type { Drafted }

export interface Notice extends Omit<Drafted, 'account_id'> {
  to: { accountIds: string[] } | { managersOfCompany: string }
}

/**
 * Rings the bell once for each account and subject, and sends the short message where the account chose it. `database`
 * is the system's handle or a transaction of it. Answers how many accounts had not been told yet.
 */
export async function notify(database: Database, services: Needed, { to, ...notice }: Notice): Promise<number> {
  const accountIds = 'accountIds' in to ? to.accountIds : await managersOf(database, to.managersOfCompany)
  return notifyAll(
    database,
    services,
    accountIds.map(account_id => ({ account_id, ...notice })),
  )
}

/** Many notices, each with its account, in one transaction with their short messages. Answers how many were new. */
export function notifyAll(database: Database, services: Needed, drafts: Drafted[]): Promise<number> {
  return database.transaction(async transaction => {
    if (!drafts.length) return 0
    const added = await insertNotices(transaction, drafts)
    const messages: ShortMessage[] = []
    for (const { account_id, kind, text, phone, sms } of added) {
      if (!(sms ?? smsUnlessChosen).includes(kind)) continue
      if (!(await withinLimit(transaction, `notice-sms:${account_id}`, { max: smsPerDay, seconds: 86_400 }))) continue
      const written = `【${services.config.brandName}】${text}`
      messages.push({ phone, template: 'notice', purpose: kind, parameters: { result: text }, text: written })
    }
    await queueManySms(services, transaction, messages)
    return added.length
  })
}

/** As `notify`, also to who was told of the same subject before: the earlier notice goes. */
export async function ringAnew(database: Database, services: Needed, notice: Notice): Promise<number> {
  const { to, subject } = notice
  const accountIds = 'accountIds' in to ? to.accountIds : await managersOf(database, to.managersOfCompany)
  await deleteNotices(database, accountIds, subject)
  return notify(database, services, notice)
}

/** What these notices told the company's managers is done: nobody needs to look any more. */
export const settleNotices = (database: Database, companyId: string, subjects: string[]): Promise<number> =>
  settle(database, companyId, subjects)

export const smsKindsOf = async (database: Database, accountId: string): Promise<NoticeKind[]> =>
  (await findSetting(database, accountId))?.sms ?? smsUnlessChosen
