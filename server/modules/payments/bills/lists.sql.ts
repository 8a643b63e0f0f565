import sql, { type Sql } from 'sql-template-tag'
import type { OperationParsed } from '#contract/operations/index.ts'
import { salesBills } from '#contract/operations/sales-bills.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'

type BillFilter = Pick<OperationParsed<'getBillList'>, 'gateway'>
type DifferenceFilter = Pick<OperationParsed<'getBillDifferenceList'>, 'state' | 'gateway' | 'day'>

const ofGateway = ({ gateway }: BillFilter): Sql =>
  sql`(${gateway ?? null}::text is null or gateway = ${gateway ?? null})`

const listedBill = salesBills.getBillList.output.shape.list.element

export const billRows = (database: Database, filter: BillFilter, { limit, offset }: Page) =>
  database.rows(listedBill)`
    select gateway, day::text, state, payments, payments_amount, refunds, refunds_amount, problem, tried_at, read_at,
      (select count(*) from bill_difference as difference where difference.gateway = gateway_bill.gateway
        and difference.day = gateway_bill.day and handled_at is null) as differences
    from gateway_bill where ${ofGateway(filter)}
    order by gateway_bill.day desc, gateway limit ${limit} offset ${offset}`

export const countBills = (database: Database, filter: BillFilter, most: number) =>
  countRows(database, sql`(select from gateway_bill where ${ofGateway(filter)} limit ${most}::integer) as counted`)

const differences = ({ state, day, gateway }: DifferenceFilter): Sql => sql`
  select * from bill_difference where handled_at is ${state === 'open' ? sql`null` : sql`not null`}
    and ${ofGateway({ gateway })} and (${day ?? null}::date is null or day = ${day ?? null})`

const listedDifference = salesBills.getBillDifferenceList.output.shape.list.element

/** Open differences are listed from the oldest, handled ones from the newest. */
export const differenceRows = (database: Database, filter: DifferenceFilter, { limit, offset }: Page) =>
  database.rows(listedDifference)`
    select found.id as difference_id, found.gateway, found.day::text, found.kind, found.out_trade_no, found.out_refund_no,
      found.trade_no, found.billed_amount, found.own_amount, shop_order.number as order_number, payment.company_id,
      company.name as company_name, found.noted_at, found.handled_at, operator.display_name as handled_by, found.note
    from (
      select * from (${differences(filter)}) as matching
      order by ${filter.state === 'open' ? sql`day, id` : sql`day desc, id desc`} limit ${limit} offset ${offset}
    ) as found
    left join payment on payment.out_trade_no = found.out_trade_no
    left join shop_order on shop_order.company_id = payment.company_id and shop_order.id = payment.order_id
    left join company on company.id = payment.company_id
    left join operator on operator.id = found.handled_by
    order by ${filter.state === 'open' ? sql`found.day, found.id` : sql`found.day desc, found.id desc`}`

export const countDifferences = (database: Database, filter: DifferenceFilter, most: number) =>
  countRows(database, sql`(${differences(filter)} limit ${most}::integer) as counted`)
