import type { NoticeKind } from '#contract/records/notice.ts'
import type { Database } from '#server/database/database.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { queueManySms } from '#server/engines/messages/queue.ts'
import type { Services } from '#server/engines/services.ts'
import type { ShortMessage } from '#server/integrations/sms/sms.ts'
import { recipientAccounts } from './audience.sql.ts'
import { type CompanyNotice, companyNotified } from './company-notice.ts'
import {
  type Drafted,
  deleteCompanyNotices,
  deleteNotices,
  findSetting,
  type InsertedNotice,
  insertNotices,
  settle,
  settling,
  unsettle,
} from './notices.sql.ts'

/**
 * The kinds that are sent by text message unless the account chooses otherwise: those that are essential, and those that people
 * wait for.
 */
const smsUnlessChosen: NoticeKind[] = [
  'service_ended',
  'verification_reviewed',
  'company_state',
  'account_changed',
  'login_held',
]

/** Requests that are decided on the phone: the message links to the login and on to the page, and decides nothing by itself. */
const linkedBySms: NoticeKind[] = ['request_waiting']

type Needed = Pick<Services, 'config' | 'jobs'>

export type { Drafted }

interface ToCompany {
  /** The company whose managers are notified, and the holders of a duty that the kind concerns (contract/notice-duties.ts). */
  managersOfCompany: string
  /** The employees named in the notice. Without them, holders of a duty limited to departments do not receive it. */
  about?: readonly string[]
}

export interface Notice extends Omit<Drafted, 'account_id'> {
  to: { accountIds: string[] } | ToCompany
}

/**
 * Notifies each account once per subject, with a text message if the account chose it. `database` is the system's handle or a
 * transaction of it. Returns the number of accounts that were not notified before.
 */
export async function notify(database: Database, services: Needed, { to, ...notice }: Notice): Promise<number> {
  const accountIds =
    'accountIds' in to ? to.accountIds : await recipientAccounts(database, to.managersOfCompany, notice.kind, to.about)
  return notifyAll(
    database,
    services,
    accountIds.map(account_id => ({
      account_id,
      ...notice,
      ...('managersOfCompany' in to && { company_id: to.managersOfCompany, ...(to.about && { about: to.about }) }),
    })),
  )
}

/** Sends many notices, each with its account, in one transaction with their text messages. Returns the number of new ones. */
export function notifyAll(database: Database, services: Needed, drafts: Drafted[]): Promise<number> {
  return database.transaction(async transaction => {
    if (!drafts.length) return 0
    const all = await insertNotices(transaction, drafts)
    for (const companyNotice of newForCompany(drafts, all)) await companyNotified.publish(transaction, companyNotice)
    const added = all.filter(({ usable }) => usable)
    const messages = added.flatMap(({ kind, text: content, link, phone, sms }): ShortMessage[] => {
      if (!(sms ?? smsUnlessChosen).includes(kind)) return []
      const text = linkedBySms.includes(kind) ? `${content} ${services.config.publicUrl}${link}` : content
      const written = `【${services.config.brandName}】${text}`
      return [{ phone, template: 'notice', purpose: kind, parameters: { result: text }, text: written }]
    })
    await queueManySms(services, transaction, messages, { kind: 'notice', companyId: null, ip: null })
    return added.length
  })
}

/**
 * Returns the notices that none of a company's managers had received before: a person who has since become a manager is notified
 * alone, and the company not again.
 */
function newForCompany(drafts: readonly Drafted[], added: readonly InsertedNotice[]): CompanyNotice[] {
  const key = (of: { account_id: string; subject: string }) => `${of.account_id} ${of.subject}`
  const isNew = new Set(added.filter(({ heard }) => !heard).map(key))
  const groups = Map.groupBy(
    drafts.filter(({ company_id }) => company_id),
    ({ company_id, subject }) => `${company_id} ${subject}`,
  )
  return [...groups.values()].flatMap(group => {
    const [first] = group
    if (!first?.company_id || !group.every(draft => isNew.has(key(draft)))) return []
    const { company_id: companyId, kind, subject, title, text, link } = first
    return [{ companyId, kind, subject, title, text, link }]
  })
}

/** Like `notify`, but also notifies those who received an earlier notice about the same subject, which is deleted. */
export async function renotify(database: Database, services: Needed, notice: Notice): Promise<number> {
  const { to, subject } = notice
  if ('accountIds' in to) await deleteNotices(database, to.accountIds, subject)
  else await deleteCompanyNotices(database, to.managersOfCompany, subject)
  return notify(database, services, notice)
}

/** Records that the work in these notices to the company's managers is done, so that nobody needs to look any more. */
export const settleNotices = (database: Database, companyId: string, subjects: string[]): Promise<number> =>
  settle(database, companyId, subjects)

/** The same, sent with the transaction's next statement or its commit, so that nobody waits for it. */
export const settleAhead = (transaction: Database, companyId: string, subjects: string[]): Promise<unknown> =>
  queueStatement(transaction, settling(companyId, subjects))

/** What settled notices to the company's managers were about has to be done again: they are unread once more, as of now. */
export const askAgain = (database: Database, companyId: string, subject: string): Promise<number> =>
  unsettle(database, companyId, subject)

export const smsKindsOf = async (database: Database, accountId: string): Promise<NoticeKind[]> =>
  (await findSetting(database, accountId))?.sms ?? smsUnlessChosen
