import sql, { empty, type Sql } from 'sql-template-tag'
import type { MoneyKind } from '#contract/operations/companies-names.ts'
import { companyLists } from '#contract/operations/company-lists.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { backBy } from '#server/modules/payments/refunds.sql.ts'

const { list } = companyLists.getCompanyMoney.output.shape

const sources: Record<MoneyKind, (companyId: string) => Sql> = {
  payment: companyId => sql`
    select payment.id as money_id, 'payment' as kind, shop_order.number as order_number, gateway, payment.state, false as withdrawn,
      coalesce(arrived_amount, amount) as amount, coalesce(problem, rejected_reason, '') as note, payment.created_at as at,
      payment.paid_at as done_at
    from payment join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    where payment.company_id = ${companyId}`,
  refund: companyId => sql`
    select refund.id as money_id, 'refund' as kind, shop_order.number as order_number, ${backBy} as gateway, refund.state,
      refund.withdrawn, refund.amount, refund.reason as note, refund.asked_at as at, refund.done_at
    from refund join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
      join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    where refund.company_id = ${companyId}`,
}

const both = (companyId: string, kind: MoneyKind | undefined) => sql`(
  ${kind === 'refund' ? empty : sources.payment(companyId)}
  ${kind ? empty : sql`union all`} ${kind === 'payment' ? empty : sources.refund(companyId)}) as money`

export const listMoney = (company: Database, companyId: string, kind: MoneyKind | undefined, page: Page) =>
  company.rows(list.element)`
    select money_id, kind, order_number, gateway, state, withdrawn, amount, note, at, done_at from ${both(companyId, kind)}
    order by at desc, money_id desc limit ${page.limit} offset ${page.offset}`

/** Counts at most `most`. */
export const countMoney = (company: Database, companyId: string, kind: MoneyKind | undefined, most: number) =>
  countRows(company, sql`(select from ${both(companyId, kind)} limit ${most}) as counted`)

const sums = companyLists.getCompanyMoney.output.pick({ received: true, refunded: true })

/**
 * Returns the sums of receipts and of refunds; neither is subtracted from the other. A wrong amount paid for nothing, but it
 * arrived, and its return counts as well. Payments from the balance arrived with its top-up, and refunds to it have not left:
 * neither counts again.
 */
export const sumMoney = (company: Database, companyId: string) =>
  company.one(sums)`
    select (select coalesce(sum(coalesce(arrived_amount, amount)), 0)::bigint from payment
        where company_id = ${companyId} and (paid_at is not null or arrived_amount is not null)
          and gateway <> 'balance') as received,
      (select coalesce(sum(refund.amount), 0)::bigint from refund
        join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
        where refund.company_id = ${companyId} and refund.state = 'done' and (gateway <> 'balance' or by_bank)) as refunded`
