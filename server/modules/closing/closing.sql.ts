import { z } from 'zod'
import { closingRequest, forfeited } from '#contract/closing.ts'
import { id } from '#contract/fields.ts'
import { company } from '#contract/records/company.ts'
import type { Database } from '#server/database/database.ts'

const count = z.int()
/** What has to be settled before the company can be closed; `balance` is in fen. */
const open = z.object({
  orders: count,
  refunds: count,
  payments: count,
  balance: count,
  lines: count,
  trials: count,
  invoices: count,
  tickets: count,
  requests: count,
})

/** The requests for the closing itself, the owner's ticket and the operator's approval, also wait while it is carried out. */
export const findOpen = (database: Database, companyId: string) =>
  database.row(open)`
    select
      (select count(*)::integer from shop_order
        where company_id = ${companyId} and state in ('pending', 'paid', 'refunding')) as orders,
      (select count(*)::integer from refund
        where company_id = ${companyId} and state in ('asked', 'sending', 'failed')) as refunds,
      (select count(*)::integer from payment where company_id = ${companyId} and problem is not null) as payments,
      coalesce((select amount from company_balance where company_id = ${companyId}), 0) as balance,
      (select count(*)::integer from line where company_id = ${companyId} and state <> 'released') as lines,
      (select count(*)::integer from trial where company_id = ${companyId} and state in ('requested', 'active')) as trials,
      (select count(*)::integer from invoice where company_id = ${companyId} and state = 'asked') as invoices,
      (select count(*)::integer from ticket
        where company_id = ${companyId} and state <> 'closed' and topic <> 'closing') as tickets,
      (select count(*)::integer from approval
        where about_company_id = ${companyId} and state = 'waiting' and kind <> 'closing') as requests`

const standing = company.schema.pick({ name: true, state: true }).extend({ closed: z.boolean() })

/** Blocks everything that adds to the company (functions/refuse_closed.sql). */
export const lockClosing = (transaction: Database, companyId: string) =>
  transaction.row(standing)`
    select name, state, closed_at is not null as closed from company where id = ${companyId} for update`

export const findForfeited = (database: Database, companyId: string) =>
  database.row(forfeited)`
    select (select count(*)::integer from employee where company_id = ${companyId}) as people,
      coalesce((select days from service_balance where company_id = ${companyId}), 0) + coalesce((
        select sum(reserved_days + greatest(0, floor(extract(epoch from service_ends_at - now()) / 86400)))::integer
        from employee where company_id = ${companyId}), 0) as days,
      (select count(*)::integer from coupon
        where company_id = ${companyId} and order_id is null and valid_until > now()) as coupons`

export const findRequest = (database: Database, companyId: string) =>
  database.row(closingRequest)`
    select id as ticket_id, number, state, opened_by, created_at, exists (
        select from employee
        where employee.company_id = ticket.company_id and role = 'owner' and employee.account_id = ticket.account_id
      ) as by_owner
    from ticket where company_id = ${companyId} and topic = 'closing' and state <> 'closed'`

const employee = z.object({ id })

export const peopleOf = (company: Database, companyId: string) =>
  company.rows(employee)`select id from employee where company_id = ${companyId} order by id`

/** Ends every way by which other systems reach the company or are notified of it. */
export async function endWaysIn(transaction: Database, companyId: string): Promise<void> {
  await transaction.change`
    update api_token set ended_at = now(), end_reason = 'revoked' where company_id = ${companyId} and ended_at is null`
  await transaction.change`delete from webhook where company_id = ${companyId}`
  await transaction.change`delete from company_robot where company_id = ${companyId}`
  await transaction.change`delete from log_stream where company_id = ${companyId}`
  await transaction.change`delete from directory where company_id = ${companyId}`
  await transaction.change`delete from company_sign_in where company_id = ${companyId}`
  await transaction.change`delete from company_domain where company_id = ${companyId}`
}

/** Coupons that nobody can use any more are no liability. */
export const voidCoupons = (transaction: Database, companyId: string) =>
  transaction.change`
    update coupon set valid_from = least(valid_from, now() - interval '1 second'), valid_until = now()
    where company_id = ${companyId} and order_id is null and valid_until > now()`

export const markClosed = (transaction: Database, companyId: string, reason: string) =>
  transaction.change`
    update company set closed_at = now(), frozen_reason = ${reason}, state_before_freeze = null, terminal_approval = false
    where id = ${companyId} and state = 'frozen' and closed_at is null`
