import sql from 'sql-template-tag'
import { endCompanySessions } from '../accounts/sessions.sql.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { notify } from '../notices/notices.ts'
import { recordAudit } from '../operations/audit.ts'
import type { Services } from '../services.ts'

interface Change {
  companyId: string
  reason: string
  /** As the audit names it. */
  actor: string
}

/** What a frozen company's manager reads at every call. */
export async function frozenRefusal(system: Database, companyId: string): Promise<Refusal> {
  const row = await system.row<{ reason: string | null }>(sql`
    select frozen_reason as reason from company where id = ${companyId}`)
  return row?.reason ? new Refusal(-42006, null, `企业已被冻结：${row.reason}。请联系客服`) : new Refusal(-42006)
}

/** Why nothing changed: the company is unknown, or another was first. */
async function whyNot(database: Database, companyId: string): Promise<Refusal> {
  return new Refusal((await database.row(sql`select id from company where id = ${companyId}`)) ? -53301 : -53021)
}

/**
 * From this commit on its people are refused; clients that wait are told by the trigger on the company's state (0008). Their
 * sessions end with it. Answers how many.
 */
export function freezeCompany(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, reason, actor }: Change,
): Promise<number> {
  return services.system.transaction(async transaction => {
    const frozen = await transaction.row<{ name: string; before: string; at: Date }>(sql`
      update company set state = 'frozen', state_before_freeze = state, frozen_reason = ${reason}, frozen_at = now()
      where id = ${companyId} and state <> 'frozen'
      returning name, state_before_freeze as before, frozen_at as at`)
    if (!frozen) throw await whyNot(transaction, companyId)
    const { name, before, at } = frozen
    const sessions = await endCompanySessions(transaction, companyId)
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'company_state',
      subject: `frozen:${companyId}:${at.toISOString()}`,
      title: '企业已被冻结',
      text: `${name}已被冻结，服务暂停：${reason}。如有疑问请联系客服。`,
      link: '',
    })
    await recordAudit(transaction, {
      actor,
      action: 'company.frozen',
      target: `company:${companyId}`,
      before: { state: before },
      after: { state: 'frozen', reason, sessions },
    })
    return sessions
  })
}

/** Back to the state it had. */
export function unfreezeCompany(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, reason, actor }: Change,
): Promise<void> {
  return services.system.transaction(async transaction => {
    const thawed = await transaction.row<{ name: string; state: string; reason: string | null; now: Date }>(sql`
      update company set state = coalesce(state_before_freeze, 'active'), state_before_freeze = null,
        frozen_reason = null, frozen_at = null
      where id = ${companyId} and state = 'frozen'
      returning name, new.state, old.frozen_reason as reason, now() as now`)
    if (!thawed) throw await whyNot(transaction, companyId)
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'company_state',
      subject: `unfrozen:${companyId}:${thawed.now.toISOString()}`,
      title: '企业已恢复',
      text: `${thawed.name}已解除冻结，服务恢复，可以重新登录使用。`,
      link: '/control/company',
    })
    await recordAudit(transaction, {
      actor,
      action: 'company.unfrozen',
      target: `company:${companyId}`,
      before: { state: 'frozen', reason: thawed.reason },
      after: { state: thawed.state, ...(reason && { reason }) },
    })
  })
}
