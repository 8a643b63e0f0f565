import { createHash, randomBytes } from 'node:crypto'
import sql from 'sql-template-tag'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { queueManySms } from '../integrations/sms/queue.ts'
import type { Services } from '../services.ts'

/** Hours that a link is good for. */
const invitationHours = 72
/** Messages a phone may get in a day, whoever has them sent: on being added (removed and added again), and once more on demand. */
const perDay = { added: 4, again: 3 }
type Occasion = keyof typeof perDay

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

interface About {
  companyId: string
  companyName: string
}

export interface Recipient {
  employeeId: string
  phone: string
}

type Sending = Pick<Services, 'config' | 'jobs'>

/** A new link for each, by SMS; an earlier link of the same person ends. Answers who got one: not whose phone has had its share today. */
export async function invite(
  services: Sending,
  transaction: Database,
  { companyId, companyName }: About,
  recipients: Recipient[],
  occasion: Occasion,
): Promise<Recipient[]> {
  const invited = await withinShare(transaction, recipients, occasion)
  const links = invited.map(recipient => ({ ...recipient, token: randomBytes(24).toString('base64url') }))
  await asCompany(transaction, companyId, company => insertInvitations(company, companyId, links))
  const { brandName, publicUrl } = services.config
  await queueManySms(
    services,
    transaction,
    links.map(({ phone, token }) => {
      const result = `${companyName}邀请您加入企业网络服务，请在${invitationHours}小时内设置密码：${publicUrl}/invitation/${token}`
      return {
        phone,
        template: 'notice',
        purpose: 'invitation',
        parameters: { result },
        text: `【${brandName}】${result}`,
      }
    }),
  )
  return invited
}

/** Who has an account already is told and needs no link. */
export async function tellAdded(
  services: Sending,
  transaction: Database,
  { companyName }: Pick<About, 'companyName'>,
  recipients: Recipient[],
): Promise<void> {
  const { brandName, publicUrl } = services.config
  const result = `${companyName}已将您添加为员工，登录即可使用企业网络服务：${publicUrl}`
  await queueManySms(
    services,
    transaction,
    (await withinShare(transaction, recipients, 'added')).map(({ phone }) => ({
      phone,
      template: 'notice',
      purpose: 'employment',
      parameters: { result },
      text: `【${brandName}】${result}`,
    })),
  )
}

/**
 * Counts one message for each phone in one statement; those over the day's share are left out. Kept by phone, not by
 * employee: removing and adding somebody again sends no more.
 */
async function withinShare(transaction: Database, recipients: Recipient[], occasion: Occasion): Promise<Recipient[]> {
  const keyOf = ({ phone }: Recipient) => `invitation:${occasion}:${phone}`
  const counted = await transaction.rows<{ key: string; hits: number }>(sql`
    insert into limit_counter as counter (key, window_start, hits)
    select key, date_trunc('day', now(), 'Asia/Shanghai'), 1
    from unnest(${recipients.map(keyOf).toSorted()}::text[]) as key
    on conflict (key, window_start) do update set hits = counter.hits + 1
    returning key, hits`)
  const allowed = new Set(counted.filter(({ hits }) => hits <= perDay[occasion]).map(({ key }) => key))
  return recipients.filter(recipient => allowed.has(keyOf(recipient)))
}

const insertInvitations = (company: Database, companyId: string, links: (Recipient & { token: string })[]) =>
  company.change(sql`
    insert into invitation (company_id, employee_id, token_hash, expires_at)
    select ${companyId}, employee_id, token_hash, now() + make_interval(hours => ${invitationHours})
    from unnest(${links.map(({ employeeId }) => employeeId)}::uuid[], ${links.map(({ token }) => hashToken(token))}::bytea[])
      as given (employee_id, token_hash)
    on conflict (company_id, employee_id) do update
      set token_hash = excluded.token_hash, sent_at = now(), expires_at = excluded.expires_at`)
