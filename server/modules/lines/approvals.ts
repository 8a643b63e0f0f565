import { dayInChina, daysAfter } from '#server/core/service-time.ts'
import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { companyEvidence } from '#server/modules/accounts/company-evidence.ts'
import { extensionsOf, findOperated } from './operations.sql.ts'

export const deferredLineOperations: DeferredOperationsFor<'extendLine'> = {
  extendLine: {
    async describe(database, { company_id, line_id, days, reason }) {
      const line = await findOperated(database, company_id, line_id)
      if (!line) return undefined
      return {
        target: `line:${line_id}`,
        companyId: company_id,
        summary: `${line.company}的专线“${line.name}”延期 ${days} 天：${reason}`,
        value: days,
      }
    },
    async evidence(database, { company_id, line_id, days, reason }) {
      const line = await findOperated(database, company_id, line_id)
      if (!line) return []
      const { name, city, access_way, address, order_number, ends_at, bound_at } = line
      const { times, days: extended } = await extensionsOf(database, line_id)
      const ended = Date.parse(ends_at) < Date.now()
      const from = ended ? new Date().toISOString() : ends_at
      return [
        ...(await companyEvidence(database, company_id)),
        { label: '专线', value: `${name}，${city}，${access_way}`, link: { page: 'line', company_id, line_id } },
        {
          label: '地址',
          value: address ? `${address}，${dayInChina(bound_at ?? line.created_at)} 起使用` : '尚未绑定地址',
        },
        order_number
          ? { label: '订单', value: order_number, link: { page: 'order', order_number } }
          : { label: '订单', value: '试用，没有订单' },
        {
          label: '到期',
          value: `${dayInChina(ends_at)}${ended ? '（已到期）' : ''}，延期后 ${dayInChina(daysAfter(from, days))}`,
        },
        {
          label: '此前延期',
          value: times ? `${times} 次，共 ${extended} 天` : '没有',
          ...(times > 0 && { tone: 'warning' }),
        },
        { label: '原因', value: reason },
      ]
    },
    outcome: () => ({ result: '已延期' }),
  },
}
