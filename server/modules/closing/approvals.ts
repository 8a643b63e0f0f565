import { grouped } from '#contract/prices.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import type { Evidence } from '#server/engines/approvals/evidence.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { companyNamed } from '#server/modules/accounts/operations.sql.ts'
import { findForfeited, findRequest } from './closing.sql.ts'
import { describeOpen, requireClosable } from './closing.ts'

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
      const left = await describeOpen(database, company_id)
      const forfeited = await findForfeited(database, company_id)
      return [
        ...(await companyEvidence(database, company_id)),
        { label: '原因', value: reason },
        requestEvidence(await findRequest(database, company_id)),
        left.length
          ? ({ label: '未了事项', value: left.join('、'), tone: 'danger' } satisfies Evidence)
          : { label: '未了事项', value: '没有' },
        ...(forfeited
          ? [
              { label: '将移除', value: `${grouped(forfeited.people)} 名成员，所有者在内` },
              {
                label: '将作废',
                value: `未用的 ${grouped(forfeited.days)} 人天与 ${grouped(forfeited.coupons)} 张优惠券`,
                ...(forfeited.days > 0 && { tone: 'warning' as const }),
              },
            ]
          : []),
      ]
    },
    outcome: ({ people }) => ({ result: `企业已注销，${grouped(people)} 名成员已移除` }),
  },
}

function requestEvidence(request: Awaited<ReturnType<typeof findRequest>>): Evidence {
  const label = '所有者的申请'
  if (!request) return { label, value: '控制台里没有（或已撤回）', tone: 'warning' }
  const { number, opened_by, created_at, by_owner } = request
  const value = `工单 ${number}，${opened_by} ${dayInChina(created_at)} 提交`
  return by_owner ? { label, value } : { label, value: `${value}；提交的人已不是所有者`, tone: 'danger' }
}
