import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { findByName, findCompany } from './companies.sql.ts'
import { industries, requireUnregistered } from './companies.ts'

/** A stranger may look for a company by its name, never read the list of customers. */
const dropListRows = 10

export const companiesCalls: HandlersFor<
  'getCompanyForDropList' | 'getIndustryList' | 'checkCompanyInfo' | 'getCompanyInfo'
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
    const row = await findCompany(company, membership.companyId)
    // The membership was read a moment ago; the company's own handle sees it or it has gone since.
    if (!row) throw new Refusal(-41017)
    const { id, verified_at, ...rest } = row
    return { company_id: id, ...rest, verified_at: verified_at.toISOString() }
  },
}
