import { isDeepStrictEqual } from 'node:util'
import { listedMatches, listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { requireIndustry } from './companies.ts'
import { freezeCompany, unfreezeCompany } from './freezing.ts'
import {
  countCompanies,
  isFrequentCompany,
  listCompanies,
  lockCorrected,
  nameIn,
  writeCorrection,
} from './operations.sql.ts'

export const companyOperations = {
  async getCompanyList({ system }, { page, page_size, ...filter }) {
    const frequent = await isFrequentCompany(system, filter)
    const most = nameIn(filter) ? listedMatches : listedRows
    const [rows, found] = await together(system, database => [
      listCompanies(database, filter, frequent, listedPage({ page, page_size }, most)),
      countCompanies(database, filter, frequent, most + 1),
    ])
    return {
      list: rows.map(row => ({ ...row, owner_phone: row.owner_phone && maskPhone(row.owner_phone) })),
      ...listedTotal(found, most),
    }
  },

  async freezeCompany({ services }, { company_id: companyId, reason }) {
    return { sessions: await freezeCompany(services, { companyId, reason }) }
  },

  async unfreezeCompany({ services }, { company_id: companyId, reason = '' }) {
    await unfreezeCompany(services, { companyId, reason })
  },

  async correctCompany({ system }, input) {
    const { company_id, reason, seen: _, ...correction } = input
    const target = `company:${company_id}`
    const before = orRefuse(await lockCorrected(system, company_id), -53021)
    const shown = { ...before, contact_phone: before.contact_phone && maskPhone(before.contact_phone) }
    await requireSeen(system, input, shown, editedInAudit(target))
    if (correction.industry_id) await requireIndustry(system, correction.industry_id)
    const after = await writeCorrection(system, company_id, correction)
    // The company would be notified of a correction that changed nothing.
    if (isDeepStrictEqual(after, before)) throw new OperatorProblem('没有要更正的：各项都与现在的相同')
    const entry = { action: 'company.corrected' as const, id: company_id, name: '', detail: reason }
    await recordActivity(system, company_id, [entry])
    await recordAudit(system, {
      action: 'company.corrected',
      target,
      before,
      after: { ...after, reason },
    })
  },
} satisfies SomeOperations
