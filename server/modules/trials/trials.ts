import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { trialDays, trialPersonDays, trialSeats } from '#contract/trial-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import type { Services } from '#server/engines/services.ts'
import { createTrialLine } from '#server/modules/lines/delivery.ts'
import { reserveAddresses } from '#server/modules/lines/stock.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import {
  channelRegistrationOf,
  findLineSku,
  hadTrial,
  hasPaid,
  insertOpened,
  insertRequest,
  lockCompany,
  newestTrial,
  openRequest,
} from './trials.sql.ts'

export async function trialOf(company: Database, companyId: string): Promise<OutputOf<'getTrial'>> {
  const [trial, had, has_paid] = await together(company, database => [
    newestTrial(database, companyId),
    hadTrial(database, companyId),
    hasPaid(database, companyId),
  ])
  return { trial: trial ?? null, available: !had && trial?.state !== 'requested', has_paid }
}

/** Requests a trial. Throws -52021 when the company has had one, -52020 while a request waits. */
export async function requestTrial(
  company: Database,
  { companyId, note }: { companyId: string; note: string },
): Promise<void> {
  // Guard: an operator who opens a trial concurrently finds the request, or the request finds the trial.
  await lockCompany(company, companyId)
  if (await hadTrial(company, companyId)) throw new Refusal(-52021)
  if (!(await insertRequest(company, companyId, note))) throw new Refusal(-52020)
  const detail = note || `${trialDays} 天`
  await recordActivity(company, companyId, [{ action: 'trial.requested', id: companyId, name: '', detail }])
}

/** A company whose owner registered on a partner's page was promised a trial, so it is requested automatically. */
export async function requestTrialOfChannel(transaction: Database, companyId: string): Promise<void> {
  const registration = await channelRegistrationOf(transaction, companyId)
  if (!registration || (await hadTrial(transaction, companyId))) return
  const note = '渠道注册时获得试用资格'
  await loggedAs(registration.contact_name, () => requestTrial(transaction, { companyId, note }))
}

interface Opening {
  services: Pick<Services, 'config' | 'jobs'>
  operator: Pick<OperatorContext['operator'], 'roles' | 'display_name'>
  companyId: string
  skuId: string
  reason: string | undefined
}

/**
 * Opens a trial in a transaction of the system's: it reserves an address for its line, and gives the company hours. The company's
 * lock and the unique indexes guard against two concurrent trials, the stock's update against two claims on the last address.
 */
export async function openTrial(transaction: Database, opening: Opening) {
  const { services, operator, companyId, skuId, reason } = opening
  const company = orRefuse(await lockCompany(transaction, companyId), -53021)
  if (company.state === 'frozen') throw new Refusal(-53301)
  const repeated = await hadTrial(transaction, companyId)
  if (repeated && !(reason && operator.roles.includes('owner'))) throw new Refusal(-53121)
  const sku = orRefuse(await findLineSku(transaction, skuId), -53021)
  await reserveAddresses(transaction, [{ ...sku, count: 1 }])
  const decision = { decidedBy: operator.display_name, reason: reason ?? null, repeated }
  const trial =
    (await openRequest(transaction, companyId, decision)) ?? (await insertOpened(transaction, companyId, decision))
  if (!trial) throw new Refusal(-53120)
  await createTrialLine(transaction, { companyId, ...trial }, { ...sku, name: `${sku.city}试用` })
  const note = `试用 ${trialDays} 天，${trialSeats} 人`
  await creditService(transaction, { companyId, days: trialPersonDays, kind: 'gift', note })
  await notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'gift_received',
    subject: `trial:${trial.trial_id}`,
    title: '产品试用已开通',
    text: `已开通一条${sku.city}专线与 ${trialSeats} 人的时长，${dayInChina(trial.ends_at)} 到期。请为专线绑定地址，并把时长分配给员工。`,
    link: paths.company,
  })
  await recordAudit(transaction, {
    action: 'trial.opened',
    target: `company:${companyId}`,
    after: { days: trialDays, summary: note, ...(reason && { reason }) },
  })
  return trial
}
