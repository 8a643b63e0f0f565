import type { OutputOf } from '#contract/index.ts'
import { companyChanges, companyFields } from '#contract/records/company-fields.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { countWithin, findByName, findCompany, industries, updateCompany } from './companies.sql.ts'
import { requireUnregistered } from './companies.ts'
import { lockCompany } from './operations.sql.ts'

/** The most matches shown: a stranger may look for a company by its name, never read the list of customers. */
const dropListRows = 10

export const companiesCalls = {
  async getCompanyForDropList({ system }, { keyword }) {
    const list = await findByName(system, keyword, dropListRows)
    // The count is that of the rows shown, because nobody may learn how many companies match.
    return { list, total: list.length }
  },

  async getIndustryList({ system }) {
    const list = await industries(system)
    return { list, total: list.length }
  },

  async checkCompanyInfo({ system }, { credit_code }) {
    await requireUnregistered(system, credit_code)
    return { available: true }
  },

  async getCompanyInfo({ company, membership }) {
    const info = await infoOf(company, membership.companyId)
    return membership.departments
      ? { ...info, ...(await countWithin(company, membership.companyId, membership.departments)) }
      : info
  },

  async setCompanyInfo({ system, company, membership }, input) {
    const { companyId } = membership
    // Guard: of two concurrent identical changes both would be reported as changes.
    await lockCompany(company, companyId)
    const before = await infoOf(company, companyId)
    const labelOf = (field: string) => companyChanges.flatMap(name => (name === field ? companyFields[name].short : []))
    const edits = editedInActivity(companyId, companyId, field => [
      ['company.changed', labelOf(field)[0]],
      ['company.corrected'],
    ])
    await requireSeen(company, input, before, edits)
    await updateCompany(company, companyId, input)
    const after = await infoOf(company, companyId)
    const changed = companyChanges.filter(field => before[field] !== after[field])
    const labels = changed.map(field => companyFields[field].short)
    const entry = { action: 'company.changed' as const, id: companyId, name: '', detail: labels.join('、') }
    await recordActivity(company, companyId, labels.length ? [entry] : [])
    const kept = ({ contact_name, contact_phone, address, size }: OutputOf<'getCompanyInfo'>) => ({
      contact_name,
      contact_phone,
      address,
      size,
    })
    await recordAudit(system, {
      action: 'company.changed',
      target: `company:${companyId}`,
      before: kept(before),
      after: kept(after),
    })
    return after
  },
} satisfies SomeHandlers

async function infoOf(company: Database, companyId: string): Promise<OutputOf<'getCompanyInfo'>> {
  const row = await findCompany(company, companyId)
  // The membership was just read; if the company's own handle does not see the row, the company has been removed since.
  if (!row) throw new Refusal(-41017)
  return row
}
