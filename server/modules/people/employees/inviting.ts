import { randomBytes } from 'node:crypto'
import type { MessagePurpose } from '#contract/message-purposes.ts'
import { paths } from '#contract/paths.ts'
import { invitationHours } from '#contract/people.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { phonesWithRoom } from '#server/engines/messages/budget.ts'
import { queueManySms } from '#server/engines/messages/queue.ts'
import type { Services } from '#server/engines/services.ts'
import type { ShortMessage } from '#server/integrations/sms/sms.ts'
import type { Person } from '../people.sql.ts'
import { findInvitedAccounts } from './adding.sql.ts'
import { endWaiting, letWait } from './waiting-invitations.sql.ts'

interface About {
  companyId: string
  companyName: string
  /** The address of the person who has the messages sent, or null when a job sends them. */
  ip: string | null
}

type Recipient = Pick<Person, 'employee_id' | 'phone'> & {
  /** Without a password the phone is proved by a link; with one, the answer is given in the person's own session. */
  has_password: boolean
}

type Sending = Pick<Services, 'config' | 'jobs'>

const kinds = { first: 'invitation', again: 'reminder' } as const
type Occasion = keyof typeof kinds

/**
 * Sends each person an invitation by SMS once the transaction commits: a new link, which ends any earlier link of theirs, or for
 * account holders the way to their own page. It omits people whose phone has reached today's limit and those for whom the company
 * or the site has no messages left; a first invitation that is omitted waits for another day (waiting-invitations.ts).
 */
export function sendInvitations(
  services: Sending,
  transaction: Database,
  { companyId, companyName, ip }: About,
  recipients: Recipient[],
  occasion: Occasion,
): Promise<void> {
  const { brandName, publicUrl } = services.config
  const invites = `${companyName}邀请您加入企业网络服务`
  const drafted = recipients.map(recipient => {
    const token = recipient.has_password ? undefined : randomBytes(24).toString('base64url')
    const result = token
      ? `${invites}，请打开链接（${invitationHours}小时内有效）决定是否加入：${publicUrl}/invitation/${token}`
      : `${invites}，请登录后在个人信息中同意或谢绝：${publicUrl}${paths.personalDetails}`
    const purpose = token ? 'invitation' : 'employment'
    return { recipient, token, message: noticeTo(recipient, { purpose, brandName, result }) }
  })
  const messages = drafted.map(({ message }) => message)
  const budget = { kind: kinds[occasion], companyId, ip }
  // No link is created that is not sent to anybody.
  return queueManySms(services, transaction, messages, budget, async (last, messages) => {
    const sent = new Set(messages)
    const reached = drafted.filter(({ message }) => sent.has(message))
    const omitted = drafted.filter(({ message }) => !sent.has(message))
    const links = reached.flatMap(({ recipient, token }) => (token ? [{ ...recipient, token }] : []))
    const idsOf = (some: typeof drafted) => some.map(({ recipient }) => recipient.employee_id)
    await asCompany(last, companyId, async company => {
      if (links.length) await insertInvitations(company, companyId, links)
      if (reached.length) await endWaiting(company, companyId, idsOf(reached))
      if (omitted.length && occasion === 'first') await letWait(company, companyId, idsOf(omitted))
    })
  })
}

/**
 * Returns those who still have the invited phone. The company does not learn a new one, and the former may be another person's by
 * now.
 */
export async function withInvitedPhone<Someone extends Pick<Person, 'account_id' | 'phone'>>(
  system: Database,
  people: Someone[],
): Promise<(Someone & Pick<Recipient, 'has_password'>)[]> {
  const ids = people.map(({ account_id }) => account_id)
  const accounts = new Map((await findInvitedAccounts(system, ids)).map(account => [account.account_id, account]))
  return people.flatMap(person => {
    const account = accounts.get(person.account_id)
    return account?.phone === person.phone ? [{ ...person, has_password: account.has_password }] : []
  })
}

/** Returns those of the recipients to whom an invitation can be sent now. */
export async function withinReach<Someone extends Pick<Recipient, 'phone'>>(
  { config }: Pick<Services, 'config'>,
  database: Database,
  { companyId, ip }: Pick<About, 'companyId' | 'ip'>,
  recipients: Someone[],
  occasion: Occasion,
): Promise<Someone[]> {
  const phones = recipients.map(({ phone }) => phone)
  const reached = await phonesWithRoom(database, config, { kind: kinds[occasion], companyId, ip }, phones)
  return recipients.filter(({ phone }) => reached.has(phone))
}

const noticeTo = (
  { phone }: Recipient,
  { purpose, brandName, result }: { purpose: MessagePurpose; brandName: string; result: string },
): ShortMessage => ({ phone, template: 'notice', purpose, parameters: { result }, text: `【${brandName}】${result}` })

const insertInvitations = (company: Database, companyId: string, links: (Recipient & { token: string })[]) =>
  company.change`
    insert into invitation (company_id, employee_id, token_hash, expires_at)
    select ${companyId}, employee_id, token_hash, now() + make_interval(hours => ${invitationHours})
    from ${values(
      links.map(link => ({ ...link, token_hash: hashSecret(link.token) })),
      { employee_id: 'uuid', token_hash: 'bytea' },
    )}
    on conflict (company_id, employee_id) do update
      set token_hash = excluded.token_hash, sent_at = now(), expires_at = excluded.expires_at`
