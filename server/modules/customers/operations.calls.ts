import { listedRows } from '#contract/people.ts'
import { maskPhone } from '#contract/rules.ts'
import { Refusal } from '#server/core/refusal.ts'
import { listWaitingAbout } from '#server/engines/approvals/approval-list.sql.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { countSessionsOfCompany } from '#server/modules/accounts/sessions.sql.ts'
import { findCompany } from '#server/modules/companies/companies.sql.ts'
import { findStanding, verificationOf } from '#server/modules/companies/operations.sql.ts'
import { countCoupons, listCoupons } from '#server/modules/coupons/coupons.sql.ts'
import { released } from '#server/modules/devices/versions.ts'
import { endTerminalApproval } from './end-terminal-approval.ts'
import { overviewOf } from './overview.ts'
import { changeOwner } from './owner.ts'

/** The most coupons on a company's page, newest first. */
const couponsShown = 20
const waitingShown = 10

export const customerOperations = {
  async getCompanyOverview({ system, services }, { company_id }) {
    const company = services.companyDatabase(company_id)
    const [row, standing] = await Promise.all([findCompany(company, company_id), findStanding(system, company_id)])
    if (!row || !standing) throw new Refusal(-53021)
    const [verification, overview, sessions, counts, coupons, waiting] = await Promise.all([
      verificationOf(system, row.credit_code),
      released(system).then(versions => overviewOf(company, company_id, versions)),
      countSessionsOfCompany(system, company_id, listedRows),
      countCoupons(company, company_id, listedRows),
      listCoupons(company, company_id, { state: undefined, limit: couponsShown, offset: 0 }),
      listWaitingAbout(system, company_id, waitingShown),
    ])
    const { expiries: _ends, ...figures } = overview
    const {
      industry_id,
      created_at,
      frozen_reason,
      frozen_at,
      closed_at,
      owner,
      channel,
      last_order_at,
      terminal_approval,
    } = standing
    return {
      info: { ...row, contact_phone: row.contact_phone && maskPhone(row.contact_phone), industry_id, created_at },
      frozen: row.state === 'frozen' ? { reason: frozen_reason ?? '', at: frozen_at ?? created_at } : null,
      closed_at,
      owner: owner && { ...owner, phone: maskPhone(owner.phone) },
      verification: verification ?? null,
      channel,
      waiting,
      figures,
      sessions,
      terminal_approval,
      last_order_at,
      coupons: {
        counts: counts ?? { unused: 0, locked: 0, used: 0, expired: 0 },
        list: coupons.map(coupon => ({
          coupon_id: coupon.coupon_id,
          name: coupon.name,
          state: coupon.state,
          source: coupon.source,
          valid_until: coupon.valid_until,
          claimed_at: coupon.claimed_at,
        })),
      },
    }
  },

  async changeCompanyOwner({ services }, { company_id: companyId, employee_id: employeeId, reason }) {
    await changeOwner(services, { companyId, employeeId, reason })
  },

  async endTerminalApproval({ services }, { company_id: companyId, reason }) {
    await endTerminalApproval(services, { companyId, reason })
  },
} satisfies SomeOperations
