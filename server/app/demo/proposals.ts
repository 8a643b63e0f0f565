import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { proposalPath } from '#contract/paths.ts'
import { day, dayInChina, endOfDay } from '#server/core/service-time.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { insertDraft, setSent } from '#server/modules/proposals/proposals.sql.ts'
import { newProposalNumber, noticeOf, priceFor } from '#server/modules/proposals/proposals.ts'
import { companies } from './companies.ts'

const found = z.object({ company_id: id, sku_id: id, package_type_id: id, operator_id: id })
/** Days from sending during which a proposal can be accepted. */
const validDays = 14

/** Inserts an offer to the demonstration's company that awaits acceptance, at the price that the portal calculates. */
export async function insertProposals(
  transaction: Database,
  services: Pick<Services, 'config' | 'jobs'>,
): Promise<void> {
  const row = await transaction.row(found)`
    select company.id as company_id, sku.id as sku_id, package_type.id as package_type_id, operator.id as operator_id
    from company, operator, sku
      join region on region.id = sku.region_id join goods on goods.id = goods_id
      join package_type on package_type.category_id = goods.category_id
    where company.credit_code = ${companies[0]?.creditCode ?? ''} and operator.name = 'finance' and region.code = 'jp-tokyo'
      and goods.code = 'line-datacenter' and package_type.days = 90 and sku.published
    order by sku.bandwidth desc limit 1`
  if (!row) throw new Error('the demonstration has nothing to offer')
  const { company_id: companyId, sku_id, package_type_id, operator_id } = row
  const content = { kind: 'purchase' as const, items: [{ sku_id, package_type_id, quantity: 3 }] }
  const price = await priceFor(transaction, companyId, content, undefined)
  const note = '扩容三条东京专线，含开通当日的远程协助。'
  const draft = await insertDraft(transaction, newProposalNumber(), operator_id, {
    companyId,
    content,
    note,
    validDays,
    ...price,
  })
  const { proposal_id, subject, payable } = draft
  const until = endOfDay(dayInChina(Date.now() + (validDays - 1) * day))
  await setSent(transaction, companyId, proposal_id, price, until)
  await notify(transaction, services, {
    to: { managersOfCompany: companyId },
    kind: 'proposal_sent',
    subject: noticeOf(proposal_id),
    title: '收到一份报价',
    text: `${subject}，应付 ${money(payable)}，${dayInChina(until)} 前有效。`,
    link: proposalPath(proposal_id),
  })
}
