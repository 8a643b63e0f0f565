import { grouped } from '#contract/prices.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { findGivenUp } from './closing.sql.ts'
import { openMatters, requireClosable } from './closing.ts'

export const deferredClosing: DeferredOperationsFor<'closeCompany'> = {
  closeCompany: {
    async describe(database, { company_id, reason }) {
      const company = await companyNamed(database, company_id)
      if (company === undefined) return undefined
      return {
        target: `company:${company_id}`,
        companyId: company_id,
        summary: `注销${company}：${reason}`,
        value: undefined,
      }
    },
    lock: (transaction, { company_id }) => requireClosable(transaction, company_id),
    async evidence(database, { company_id, reason }) {
      const left = await openMatters(database, company_id)
      const given = await findGivenUp(database, company_id)
      return [
        ...(await companyEvidence(database, company_id)),
        { label: '原因', value: reason },
        left.length
          ? ({ label: '未了事项', value: left.join('、'), tone: 'danger' } satisfies Evidence)
          : { label: '未了事项', value: '没有' },
        ...(given
          ? [
              { label: '将移除', value: `${grouped(given.people)} 名成员，所有者在内` },
              {
                label: '将作废',
                value: `未用的 ${grouped(given.days)} 人天与 ${grouped(given.coupons)} 张优惠券`,
                ...(given.days > 0 && { tone: 'warning' as const }),
              },
            ]
          : []),
      ]
    },
    outcome: ({ people }) => ({ result: `企业已注销，${grouped(people)} 名成员已移除` }),
  },
}
