import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { paths } from '#contract/paths.ts'
import { frozenText } from '#contract/people.ts'
import { company } from '#contract/records/company.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { companyExists } from '#server/modules/accounts/operations.sql.ts'
import { endCompanySessions } from '#server/modules/accounts/sessions.sql.ts'

interface Change {
  companyId: string
  reason: string
}

const { name, state } = company.schema.shape
const frozenReason = z.object({ reason: z.string().nullable() })
const frozenCompany = z.object({ name, before: state, at: instant })
const thawedCompany = frozenReason.extend({ name, state, now: instant })

/** Returns the refusal that the managers of a frozen company receive at every call. */
export async function frozenRefusal(system: Database, companyId: string): Promise<Refusal> {
  const row = await system.row(frozenReason)`select frozen_reason as reason from company where id = ${companyId}`
  return new Refusal(-42006, null, frozenText(row?.reason ?? ''))
}

/** Returns the reason why nothing changed: the company is unknown, or another operator was first. */
async function whyNot(database: Database, companyId: string): Promise<Refusal> {
  return new Refusal((await companyExists(database, companyId)) ? -53301 : -53021)
}

/**
 * Freezes a company and ends its people's sessions. Its people are refused from this commit on; waiting clients are notified by the
 * trigger on the company's state (functions/access_changed.sql). Returns how many sessions ended.
 */
export async function freezeCompany(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, reason }: Change,
): Promise<number> {
  const { system } = services
  const frozen = await system.row(frozenCompany)`
  update company set state = 'frozen', state_before_freeze = state, frozen_reason = ${reason}, frozen_at = now()
  where id = ${companyId} and state <> 'frozen'
  returning name, state_before_freeze as before, frozen_at as at`
  if (!frozen) throw await whyNot(system, companyId)
  const { name, before, at } = frozen
  const sessions = await endCompanySessions(system, companyId)
  await notify(system, services, {
    to: { managersOfCompany: companyId },
    kind: 'company_state',
    subject: `frozen:${companyId}:${at}`,
    title: '企业已被冻结',
    text: `${name}已被冻结，服务暂停：${reason}。如有疑问请联系客服。`,
    link: '',
  })
  const entry = { action: 'company.frozen' as const, id: companyId, name: '', detail: reason }
  await recordActivity(system, companyId, [entry])
  await recordAudit(system, {
    action: 'company.frozen',
    target: `company:${companyId}`,
    before: { state: before },
    after: { state: 'frozen', reason, sessions },
  })
  return sessions
}

/** Restores the state that a company had before it was frozen. */
export async function unfreezeCompany(
  services: Pick<Services, 'config' | 'system' | 'jobs'>,
  { companyId, reason }: Change,
): Promise<void> {
  const { system } = services
  const thawed = await system.row(thawedCompany)`
  with frozen as (
    select id, frozen_reason from company where id = ${companyId} and state = 'frozen' and closed_at is null for no key update
  )
  update company set state = coalesce(state_before_freeze, 'active'), state_before_freeze = null,
    frozen_reason = null, frozen_at = null
  from frozen where company.id = frozen.id
  returning name, state, frozen.frozen_reason as reason, now() as now`
  if (!thawed) throw await whyNot(system, companyId)
  await notify(system, services, {
    to: { managersOfCompany: companyId },
    kind: 'company_state',
    subject: `unfrozen:${companyId}:${thawed.now}`,
    title: '企业已恢复',
    text: `${thawed.name}已解除冻结，服务恢复，可以重新登录使用。`,
    link: paths.company,
  })
  const entry = { action: 'company.unfrozen' as const, id: companyId, name: '', detail: reason }
  await recordActivity(system, companyId, [entry])
  await recordAudit(system, {
    action: 'company.unfrozen',
    target: `company:${companyId}`,
    before: { state: 'frozen', reason: thawed.reason },
    after: { state: thawed.state, ...(reason && { reason }) },
  })
}
