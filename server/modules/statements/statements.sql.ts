import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { balanceEntry } from '#contract/records/balance-entry.ts'
import { invoice } from '#contract/records/invoice.ts'
import { order } from '#contract/records/order.ts'
import { redInvoice } from '#contract/records/red-invoice.ts'
import { refund } from '#contract/records/refund.ts'
import { gateways } from '#contract/shop.ts'
import { getStatementList, statementMonths } from '#contract/statements.ts'
import { startOfDay } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { isSurplus } from '#server/modules/orders/paid-by.sql.ts'
import { backBy } from '#server/modules/payments/refunds.sql.ts'

const figures = getStatementList.output.shape.list.element
export type Figures = z.output<typeof figures>

/** Returns midnight in China at the beginning of a month, YYYY-MM, and of the next. */
export function spanOf(month: string): { since: string; until: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
  return { since: startOfDay(`${month}-01`), until: startOfDay(`${next}-01`) }
}

/**
 * Computes each month from the ledger itself: the opening balance is the sum of all earlier entries. Months are listed from the
 * first in which the company paid or topped up.
 */
export const monthsOf = (company: Database, companyId: string) =>
  company.rows(figures)`
    with first as (
      select least((select min(created_at) from balance_entry where company_id = ${companyId}),
        (select min(paid_at) from shop_order where company_id = ${companyId} and paid_at is not null)) as at
    ), month as (
      select start, start at time zone 'Asia/Shanghai' as since,
        (start + interval '1 month') at time zone 'Asia/Shanghai' as until
      from first, generate_series(
        greatest(date_trunc('month', first.at at time zone 'Asia/Shanghai'),
          date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ${statementMonths - 1}::integer)),
        date_trunc('month', now() at time zone 'Asia/Shanghai'), interval '1 month') as start
      where first.at is not null
    )
    select to_char(start, 'YYYY-MM') as month, opening::bigint, topups::bigint, payments::bigint, refunds::bigint,
      withdrawals::bigint, corrections::bigint,
      (opening + topups + payments + refunds + withdrawals + corrections)::bigint as closing,
      orders.count as orders, orders.sum::bigint as orders_amount
    from month
    cross join lateral (
      select coalesce(sum(amount) filter (where created_at < since), 0) as opening,
        coalesce(sum(amount) filter (where created_at >= since and kind = 'topup'), 0) as topups,
        coalesce(sum(amount) filter (where created_at >= since and kind = 'payment'), 0) as payments,
        coalesce(sum(amount) filter (where created_at >= since and kind = 'refund'), 0) as refunds,
        coalesce(sum(amount) filter (where created_at >= since and kind = 'withdrawal'), 0) as withdrawals,
        coalesce(sum(amount) filter (where created_at >= since and kind = 'correction'), 0) as corrections
      from balance_entry where company_id = ${companyId} and created_at < until
    ) as booked
    cross join lateral (
      select count(*)::integer as count, coalesce(sum(payable), 0) as sum from shop_order
      where company_id = ${companyId} and paid_at >= since and paid_at < until and product <> 'balance'
    ) as orders
    order by start desc`

/** The most rows of each part of a statement. */
const most = 20_000

interface Span {
  since: string
  until: string
}

const entry = balanceEntry.schema.omit({ order_id: true, entry_id: true })

/** The oldest come first, as in a statement. */
export const entriesOf = (company: Database, companyId: string, { since, until }: Span) =>
  company.rows(entry)`
    select balance_entry.kind, amount, balance_after, shop_order.number as order_number, actor_name, note,
      balance_entry.created_at
    from balance_entry
    left join shop_order on shop_order.company_id = balance_entry.company_id and shop_order.id = order_id
    where balance_entry.company_id = ${companyId}
      and balance_entry.created_at >= ${since} and balance_entry.created_at < ${until}
    order by balance_entry.created_at, balance_entry.id limit ${most}`

const paidOrder = order.schema
  .pick({ order_number: true, subject: true, payable: true, state: true })
  .extend({ paid_at: instant, gateway: z.enum(gateways).nullable() })

export const ordersOf = (company: Database, companyId: string, { since, until }: Span) =>
  company.rows(paidOrder)`
    select number as order_number, subject, payable, state, paid_at, (
        select gateway from payment
        where payment.company_id = shop_order.company_id and order_id = shop_order.id and payment.state in ('paid', 'refunded')
          and not ${isSurplus} order by payment.paid_at, payment.id limit 1
      ) as gateway
    from shop_order
    where company_id = ${companyId} and paid_at >= ${since} and paid_at < ${until} and product <> 'balance'
    order by paid_at, id limit ${most}`

const doneRefund = refund.schema
  .pick({ order_number: true, amount: true, kind: true, reason: true, gateway: true, credit_number: true })
  .extend({ product: order.schema.shape.product, done_at: instant })

export const refundsOf = (company: Database, companyId: string, { since, until }: Span) =>
  company.rows(doneRefund)`
    select shop_order.number as order_number, shop_order.product, refund.amount, refund.kind, refund.reason, ${backBy} as gateway, refund.done_at, credit_number
    from refund
    join payment on payment.company_id = refund.company_id and payment.id = refund.payment_id
    join shop_order on shop_order.company_id = refund.company_id and shop_order.id = refund.order_id
    where refund.company_id = ${companyId} and refund.state = 'done'
      and refund.done_at >= ${since} and refund.done_at < ${until}
    order by refund.done_at, refund.id limit ${most}`

const issuedInvoice = invoice.schema
  .pick({ title: true, amount: true, kind: true, state: true })
  .extend({ invoice_number: z.string(), issued_at: instant })

export const invoicesOf = (company: Database, companyId: string, { since, until }: Span) =>
  company.rows(issuedInvoice)`
    select title, amount, kind, state, invoice_number, issued_at from invoice
    where company_id = ${companyId} and invoice_number is not null
      and issued_at >= ${since} and issued_at < ${until}
    order by issued_at, id limit ${most}`

const issuedRed = redInvoice.schema
  .pick({ invoice_number: true, amount: true, reason: true, issued_at: true })
  .extend({ of_number: z.string() })

export const redInvoicesOf = (company: Database, companyId: string, { since, until }: Span) =>
  company.rows(issuedRed)`
    select red.invoice_number, red.amount, red.reason, red.issued_at, invoice.invoice_number as of_number
    from red_invoice red
    join invoice on invoice.company_id = red.company_id and invoice.id = red.invoice_id
    where red.company_id = ${companyId} and red.issued_at >= ${since} and red.issued_at < ${until}
    order by red.issued_at, red.id limit ${most}`

const named = z.object({ name: z.string() })

export const companyName = async (company: Database, companyId: string): Promise<string> =>
  (await company.row(named)`select name from company where id = ${companyId}`)?.name ?? ''
