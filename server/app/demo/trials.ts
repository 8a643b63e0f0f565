import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { trialDays, trialPersonDays } from '#contract/trial-names.ts'
import type { Database } from '#server/database/database.ts'
import { auditedAs, loggedAs, providerName } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import { endOne } from '#server/modules/trials/ending.ts'
import { openTrial, requestTrial } from '#server/modules/trials/trials.ts'
import { trials } from './companies.ts'

const found = z.object({ company_id: id, sku_id: id, operator_id: id })

/** Inserts three trials, one requested, one running and one over, each by the portal's own rules. */
export async function insertTrials(transaction: Database, services: Pick<Services, 'config' | 'jobs'>): Promise<void> {
  for (const { company, by, state, note } of trials) {
    const row = await transaction.row(found)`
      select company.id as company_id, sku.id as sku_id, operator.id as operator_id
      from company, operator, sku
        join region on region.id = sku.region_id join access_way on access_way.id = sku.access_way_id
      where company.credit_code = ${company} and operator.name = 'support' and region.code = 'gb-london'
        and access_way.code = 'datacenter-native' order by sku.bandwidth limit 1`
    if (!row) throw new Error('the demonstration has no line to try')
    const { company_id: companyId, sku_id: skuId, operator_id } = row
    await loggedAs(by, () => requestTrial(transaction, { companyId, note }))
    if (state === 'requested') continue
    const opening = {
      services,
      operator: { display_name: '苏客服', roles: ['support' as const] },
      companyId,
      skuId,
      reason: undefined,
    }
    const opened = await auditedAs(`operator:${operator_id}`, () =>
      loggedAs(providerName, () => openTrial(transaction, opening)),
    )
    if (state === 'ended') await end(transaction, services, companyId, opened.trial_id)
  }
}

/** Backdates the trial's request and opening by some days, so that it is over, and ends it. */
async function end(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
  companyId: string,
  trialId: string,
): Promise<void> {
  const earlier = `${trialDays + 2} days`
  await transaction.change`
    update trial set requested_at = requested_at - ${earlier}::interval, decided_at = decided_at - ${earlier}::interval,
      created_at = created_at - ${earlier}::interval, ends_at = ends_at - ${earlier}::interval
    where company_id = ${companyId} and id = ${trialId}`
  await transaction.change`
    update line set starts_at = starts_at - ${earlier}::interval, ends_at = ends_at - ${earlier}::interval,
      trial_ends_at = trial_ends_at - ${earlier}::interval
    where company_id = ${companyId} and trial_id = ${trialId}`
  const over = { company_id: companyId, trial_id: trialId, person_days: trialPersonDays }
  if (!(await endOne(transaction, services, over))) throw new Error('the trial is not over')
}
