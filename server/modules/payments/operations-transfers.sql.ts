import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { amountIn } from '#contract/amount.ts'
import { id } from '#contract/fields.ts'
import type { OperationParsed } from '#contract/operations/index.ts'
import { salesTransfers } from '#contract/operations/sales-transfers.ts'
import { payment } from '#contract/records/payment.ts'
import { companiesNamed } from '#server/database/companies-named.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { approvalColumns } from '#server/engines/approvals/with-approval.ts'

type Filter = Pick<OperationParsed<'getTransferList'>, 'state' | 'keyword'>

const confirming = sql`exists (select from approval as request where request.kind = 'payment'
  and request.target = 'payment:' || payment.id and request.state = 'waiting')`

/** Transfers with a voucher that finance has to compare with the bank. */
export const toCompare = sql`payment.state = 'created' and voucher_at is not null and not ${confirming}`

/** Excludes money that came again: it is a refund, and its code was never shown to anybody. */
const listable = sql`gateway = 'transfer' and not came_again`

const conditionOf: Record<Filter['state'], Sql> = {
  waiting: toCompare,
  submitted: sql`payment.state = 'created' and (voucher_at is not null or ${confirming})`,
  unpaid: sql`payment.state = 'created' and voucher_at is null and rejected_reason is null and not ${confirming}`,
  rejected: sql`payment.state = 'created' and rejected_reason is not null and not ${confirming}`,
  wrong: sql`problem is not null`,
  returned: sql`payment.state = 'refunded' and payment.paid_at is null`,
  paid: sql`payment.paid_at is not null and problem is null`,
  closed: sql`payment.state in ('closed', 'failed') and problem is null`,
  all: sql`true`,
}

/** Unpaid transfers are so few that their index finds them, whatever the keyword is. */
const isFew = (state: Filter['state']) => ['waiting', 'submitted', 'unpaid', 'rejected', 'wrong'].includes(state)

/** The keyword is a whole remark code or order number, an amount, or a part of a company's name. */
function found({ state, keyword }: Filter): Sql {
  if (!keyword) return empty
  const amount = amountIn(keyword)
  return sql`and (out_trade_no = ${keyword.replaceAll(/\s/g, '')} ${amount === undefined ? empty : sql`or payment.amount = ${amount}`}
        or company_id = (select company_id from shop_order where number = ${keyword})
          and order_id = (select id from shop_order where number = ${keyword})
        or ${isFew(state) ? sql`company_id in (${companiesNamed(keyword)})` : sql`company_id = any(array(${companiesNamed(keyword)}))`})`
}

const { getTransferList } = salesTransfers
/** A transfer in the list, without what is derived from these rows. */
const listedTransfer = getTransferList.output.shape.list.element
  .omit({ payer_matches: true, voucher: true, approval: true })
  .extend({ content_type: z.string().nullable(), ...approvalColumns })

/** Among waiting transfers, those without a request for approval come first, then the oldest; others newest first. */
export const transferRows = (database: Database, filter: Filter, { limit, offset }: Page) => {
  const waits = filter.state === 'waiting' || filter.state === 'submitted'
  const order = waits ? sql`requested_at is not null, voucher_at, payment.id` : sql`created_at desc, payment.id desc`
  return database.rows(listedTransfer)`
    select payment.id as payment_id, out_trade_no as remark_code, payment.amount, shop_order.number as order_number,
      shop_order.state as order_state, payment.company_id, company.name as company_name, payer_name,
      payment.received, case when payment.state in ('paid', 'refunded') then 0 else (
        select coalesce(sum(part.amount), 0)::bigint from transfer_part as part
        where part.company_id = payment.company_id and payment_id = payment.id and settled_at is not null
      ) end as settled, stored_file.content_type, voucher_at, rejected_reason, problem, payment.created_at, payment.expires_at,
      payment.paid_at, operator.display_name as requested_by, payment.requested_at,
      case when payment.requested_at is not null then 'confirming' when problem is not null then 'wrong'
        when payment.paid_at is not null then 'paid' when payment.state = 'refunded' then 'returned' when payment.state in ('closed', 'failed') then 'closed'
        when rejected_reason is not null then 'rejected' when voucher_at is not null then 'submitted'
        else 'unpaid' end as state
    from (
      select payment.*, approval.requested_by, approval.requested_at from payment
      left join approval on approval.kind = 'payment' and approval.target = 'payment:' || payment.id
        and approval.state = 'waiting'
      where ${listable} and ${conditionOf[filter.state]} ${found(filter)}
      order by ${order} limit ${limit} offset ${offset}
    ) as payment
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    join company on company.id = payment.company_id
    left join stored_file on stored_file.id = payment.voucher_file_id
    left join operator on operator.id = payment.requested_by
    order by ${waits ? order : sql`payment.created_at desc, payment.id desc`}`
}

const voucher = listedTransfer.pick({ remark_code: true, company_name: true }).extend({ file_id: id })

export const voucherOf = (database: Database, paymentId: string) =>
  database.row(voucher)`
    select voucher_file_id as file_id, out_trade_no as remark_code, company.name as company_name
    from payment join company on company.id = payment.company_id
    where payment.id = ${paymentId} and gateway = 'transfer' and voucher_file_id is not null`

/** The count is exact up to `most`. */
export const countTransfers = (database: Database, filter: Filter, most: number) =>
  countRows(
    database,
    sql`
      (
        select from payment where ${listable} and ${conditionOf[filter.state]} ${found(filter)} limit ${most}::integer
      ) as counted`,
  )

const expectedTransfer = listedTransfer
  .pick({
    remark_code: true,
    amount: true,
    received: true,
    problem: true,
    order_number: true,
    company_name: true,
    paid_at: true,
  })
  .extend({ state: payment.schema.shape.state, arrived_amount: z.int().nullable(), waiting: z.boolean() })
export type ExpectedTransfer = z.output<typeof expectedTransfer>

const expectedWhere = (database: Database, condition: Sql) =>
  database.rows(expectedTransfer)`
    select out_trade_no as remark_code, payment.amount, payment.received, payment.state, problem, shop_order.number as order_number,
      company.name as company_name, payment.paid_at, arrived_amount, approval.id is not null as waiting
    from payment
    join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    join company on company.id = payment.company_id
    left join approval on approval.kind = 'payment' and approval.target = 'payment:' || payment.id
      and approval.state = 'waiting'
    where gateway = 'transfer' and ${condition}
    order by payment.created_at, payment.id`

/** Finds the transfers of these codes, for the rows of a bank statement. */
export const transfersOf = (database: Database, remarkCodes: string[]) =>
  expectedWhere(database, sql`out_trade_no = any(${remarkCodes})`)

/** Finds the transfers of these amounts of which nothing is known to have arrived, the oldest first. */
export const openTransfersOf = (database: Database, amounts: number[]) =>
  expectedWhere(
    database,
    sql`payment.state = 'created' and payment.received = 0 and problem is null and not came_again
      and approval.id is null and payment.amount = any(${amounts}::bigint[])`,
  )
