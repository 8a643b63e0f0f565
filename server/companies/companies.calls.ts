import type { OutputOf } from '#contract/index.ts'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { released } from '../devices/versions.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { recordAudit } from '../operations/audit.ts'
import { findByName, findCompany } from './companies.sql.ts'
import { industries, requireUnregistered } from './companies.ts'
import { updateCompany } from './overview.sql.ts'
import { overviewOf } from './overview.ts'

/** A stranger may look for a company by its name, never read the list of customers. */
const dropListRows = 10

export const companiesCalls: HandlersFor<
  | 'getCompanyForDropList'
  | 'getIndustryList'
  | 'checkCompanyInfo'
  | 'getCompanyInfo'
  | 'setCompanyInfo'
  | 'getCompanyData'
> = {
  async getCompanyForDropList({ system, caller }, { keyword }) {
    await hitLimit(system, `company-names:${caller.ip}`, { max: 60, seconds: 600 })
    const found = await findByName(system, keyword, dropListRows)
    // The count is that of the rows shown: how many companies match is nobody's business.
    return { list: found.map(({ id, name }) => ({ company_id: id, name })), total: found.length }
  },

  async getIndustryList({ system }) {
    const list = await industries(system)
    return { list: list.map(({ id, name }) => ({ industry_id: id, name })), total: list.length }
  },

  async checkCompanyInfo({ system, caller }, { credit_code }) {
    await hitLimit(system, `company-check:${caller.ip}`, { max: 60, seconds: 600 })
    await requireUnregistered(system, credit_code)
    return { available: true }
  },

  async getCompanyInfo({ company, membership }) {
    return infoOf(company, membership.companyId)
  },

  async setCompanyInfo({ system, membership, account, caller }, input) {
    const { companyId } = membership
    return system.transaction(async transaction => {
      const [before, after] = await asCompany(transaction, companyId, async company => {
        const before = await infoOf(company, companyId)
        await updateCompany(company, companyId, input)
        return [before, await infoOf(company, companyId)]
      })
      const changed = ({ contact_name, contact_phone, address, size }: OutputOf<'getCompanyInfo'>) => ({
        contact_name,
        contact_phone,
        address,
        size,
      })
      await recordAudit(transaction, {
        actor: `account:${account.id}`,
        action: 'company.changed',
        target: `company:${companyId}`,
        before: changed(before),
        after: changed(after),
        ip: caller.ip,
      })
      return after
    })
  },

  async getCompanyData({ company, system, membership }) {
    return overviewOf(company, membership.companyId, await released(system))
  },
}

async function infoOf(company: Database, companyId: string): Promise<OutputOf<'getCompanyInfo'>> {
  const row = await findCompany(company, companyId)
  // The membership was read a moment ago; the company's own handle sees it or it has gone since.
  if (!row) throw new Refusal(-41017)
  const { id, verified_at, ...rest } = row
  return { company_id: id, ...rest, verified_at: verified_at.toISOString() }
}
