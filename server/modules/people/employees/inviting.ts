import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { queueManySms } from '#server/engines/messages/queue.ts'
import type { Services } from '#server/engines/services.ts'
import type { ShortMessage } from '#server/integrations/sms/sms.ts'
import type { Person } from '../people.sql.ts'

/** A link is good for this many hours. */
const invitationHours = 72
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

interface About {
  companyId: string
  companyName: string
  /** This is the address of whoever has the messages sent, or null when a job sends them. */
  ip: string | null
}

type Recipient = Pick<Person, 'employee_id' | 'phone'>

type Sending = Pick<Services, 'config' | 'jobs'>

/**
 * Sends each person a new link by SMS, which ends any earlier link of theirs. Returns the people who got one: neither
 * those whose phone has had its share today nor those for whom the company or the site has no messages left.
 */
export async function invite(
  services: Sending,
  transaction: Database,
  { companyId, companyName, ip }: About,
  recipients: Recipient[],
  kind: 'invitation' | 'reminder',
): Promise<Recipient[]> {
  const { brandName, publicUrl } = services.config
  const links = recipients.map(recipient => {
    const token = randomBytes(24).toString('base64url')
    const result = `${companyName}邀请您加入企业网络服务，请在${invitationHours}小时内设置密码：${publicUrl}/invitation/${token}`
    return { recipient, token, message: noticeTo(recipient, { purpose: 'invitation', brandName, result }) }
  })
  const messages = links.map(({ message }) => message)
  const sent = new Set(await queueManySms(services, transaction, messages, { kind, companyId, ip }))
  const invited = links.filter(({ message }) => sent.has(message))
  await asCompany(transaction, companyId, company =>
    insertInvitations(
      company,
      companyId,
      invited.map(({ recipient, token }) => ({ ...recipient, token })),
    ),
  )
  return invited.map(({ recipient }) => recipient)
}

/** Tells people who already have an account that they were added; they need no link. */
export async function tellAdded(
  services: Sending,
  transaction: Database,
  { companyId, companyName, ip }: About,
  recipients: Recipient[],
): Promise<void> {
  const { brandName, publicUrl } = services.config
  const result = `${companyName}已将您添加为员工，登录即可使用企业网络服务：${publicUrl}`
  const messages = recipients.map(recipient => noticeTo(recipient, { purpose: 'employment', brandName, result }))
  await queueManySms(services, transaction, messages, { kind: 'employment', companyId, ip })
}

const noticeTo = (
  { phone }: Recipient,
  { purpose, brandName, result }: { purpose: string; brandName: string; result: string },
): ShortMessage => ({ phone, template: 'notice', purpose, parameters: { result }, text: `【${brandName}】${result}` })

const insertInvitations = (company: Database, companyId: string, links: (Recipient & { token: string })[]) =>
  company.change(sql`
    insert into invitation (company_id, employee_id, token_hash, expires_at)
    select ${companyId}, employee_id, token_hash, now() + make_interval(hours => ${invitationHours})
    from ${values(
      links.map(link => ({ ...link, token_hash: hashToken(link.token) })),
      { employee_id: 'uuid', token_hash: 'bytea' },
    )}
    on conflict (company_id, employee_id) do update
      set token_hash = excluded.token_hash, sent_at = now(), expires_at = excluded.expires_at`)
