import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { countSessionsOfCompany } from '../accounts/sessions.sql.ts'
import { countCoupons, listCoupons } from '../coupons/coupons.sql.ts'
import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import { released } from '../devices/versions.ts'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { findCompany } from './companies.sql.ts'
import { requireIndustry } from './companies.ts'
import { freezeCompany, unfreezeCompany } from './freezing.ts'
import {
  type Correction,
  countCompanies,
  findStanding,
  listCompanies,
  lockCorrected,
  verificationOf,
  writeCorrection,
} from './operations.sql.ts'
import { overviewOf } from './overview.ts'
import { changeOwner } from './owner.ts'

/** The newest coupons that stand on a company's page. */
const couponsShown = 20

/** As the audit keeps it: without a whole phone. */
const kept = ({ contact_phone, ...rest }: Record<keyof Correction, string | null>) => ({
  ...rest,
  contact_phone: contact_phone && maskPhone(contact_phone),
})

export const companyOperations: OperationHandlersFor<
  | 'getCompanyList'
  | 'getCompanyOverview'
  | 'freezeCompany'
  | 'unfreezeCompany'
  | 'changeCompanyOwner'
  | 'correctCompany'
> = {
  async getCompanyList({ system }, { page, page_size, ...filter }) {
    const [rows, found] = await Promise.all([
      listCompanies(system, filter, listedPage({ page, page_size })),
      countCompanies(system, filter, countedRows),
    ])
    return {
      list: rows.map(row => ({
        ...row,
        owner_phone: row.owner_phone && maskPhone(row.owner_phone),
        last_order_at: row.last_order_at?.toISOString() ?? null,
        verified_at: row.verified_at.toISOString(),
        created_at: row.created_at.toISOString(),
      })),
      ...listedTotal(found),
    }
  },

  async getCompanyOverview({ system, services }, { company_id }) {
    const company = services.companyDatabase(company_id)
    const [row, standing] = await Promise.all([findCompany(company, company_id), findStanding(system, company_id)])
    if (!row || !standing) throw new Refusal(-53021)
    const [verification, overview, sessions, counts, coupons] = await Promise.all([
      verificationOf(system, row.credit_code),
      released(system).then(versions => overviewOf(company, company_id, versions)),
      countSessionsOfCompany(system, company_id, listedRows),
      countCoupons(company, company_id, listedRows),
      listCoupons(company, company_id, { state: undefined, limit: couponsShown, offset: 0 }),
    ])
    const { id, verified_at, contact_phone, ...info } = row
    const { expiries: _ends, ...figures } = overview
    const { owner_account_id, owner_employee_id, owner_phone, channel_name, promotion_code } = standing
    return {
      info: {
        company_id: id,
        ...info,
        contact_phone: contact_phone && maskPhone(contact_phone),
        verified_at: verified_at.toISOString(),
        industry_id: standing.industry_id,
        created_at: standing.created_at.toISOString(),
      },
      frozen:
        info.state === 'frozen'
          ? { reason: standing.frozen_reason ?? '', at: (standing.frozen_at ?? standing.created_at).toISOString() }
          : null,
      owner:
        owner_account_id && owner_employee_id && owner_phone
          ? {
              account_id: owner_account_id,
              employee_id: owner_employee_id,
              name: standing.owner_name ?? '',
              phone: maskPhone(owner_phone),
            }
          : null,
      verification: verification
        ? {
            verification_id: verification.id,
            person_name: verification.person_name,
            id_number: verification.id_number,
            company_name: verification.company_name,
            submitted_at: verification.submitted_at.toISOString(),
            reviewed_at: verification.reviewed_at?.toISOString() ?? null,
          }
        : null,
      channel: channel_name && promotion_code ? { name: channel_name, promotion_code } : null,
      figures,
      sessions,
      last_order_at: standing.last_order_at?.toISOString() ?? null,
      coupons: {
        counts: counts ?? { unused: 0, locked: 0, used: 0, expired: 0 },
        list: coupons.map(coupon => ({
          coupon_id: coupon.id,
          name: coupon.name,
          state: coupon.shown,
          source: coupon.source,
          valid_until: coupon.valid_until.toISOString(),
          claimed_at: coupon.claimed_at.toISOString(),
        })),
      },
    }
  },

  async freezeCompany({ services, actor }, { company_id: companyId, reason }) {
    return { sessions: await freezeCompany(services, { companyId, reason, actor }) }
  },

  async unfreezeCompany({ services, actor }, { company_id: companyId, reason = '' }) {
    await unfreezeCompany(services, { companyId, reason, actor })
    return {}
  },

  async changeCompanyOwner({ services, actor }, { company_id: companyId, employee_id: employeeId, reason }) {
    await changeOwner(services, { companyId, employeeId, reason, actor })
    return {}
  },

  async correctCompany({ system, actor }, { company_id, reason, ...given }) {
    await system.transaction(async transaction => {
      const before = await lockCorrected(transaction, company_id)
      if (!before) throw new Refusal(-53021)
      if (given.industry_id) await requireIndustry(transaction, given.industry_id)
      const after = await writeCorrection(transaction, company_id, given)
      await recordAudit(transaction, {
        actor,
        action: 'company.corrected',
        target: `company:${company_id}`,
        before: kept(before),
        after: { ...(after && kept(after)), reason },
      })
    })
    return {}
  },
}
