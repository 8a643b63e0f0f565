import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { department } from '#contract/records/department.ts'
import { employee } from '#contract/records/employee.ts'
import { line } from '#contract/records/line.ts'
import { order } from '#contract/records/order.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

const boughtOrder = order.schema
  .pick({ order_id: true, product: true, kind: true, payable: true })
  .extend({ fulfilled_at: instant })

/** Returns the delivered orders, the oldest first, even those refunded later. */
export const boughtOrders = (company: Database, companyId: string) =>
  company.rows(boughtOrder)`
    select id as order_id, product, kind, payable, fulfilled_at from shop_order
    where company_id = ${companyId} and fulfilled_at is not null and product <> 'balance'
    order by fulfilled_at, id`

const orderedItem = z.object({
  order_id: id,
  amount: z.int(),
  days: z.int(),
  quantity: z.int(),
  line_id: id.nullable(),
  old_ends_at: instant.nullable(),
})
const boughtItem = orderedItem.extend({ new_ends_at: instant.nullable() })

export const boughtItems = (company: Database, companyId: string) =>
  company.rows(boughtItem)`
    select ${selectList(orderedItem, {}, 'order_item')}, renewal_end.ends_at as new_ends_at from shop_order
    join order_item on order_item.company_id = ${companyId} and order_item.order_id = shop_order.id
    left join renewal_end on renewal_end.company_id = ${companyId} and renewal_end.order_id = order_item.order_id
      and renewal_end.line_id = order_item.line_id
    where shop_order.company_id = ${companyId} order by shop_order.id, position`

const moneyBack = z.object({
  order_id: id,
  amount: z.int(),
  at: instant,
  /** True if the refund takes back the whole rest of the order. */
  whole: z.boolean(),
  lines: z.array(z.object({ line_id: id, amount: z.int(), days: z.int() })),
})

/** Returns refunds, with the instant of their request and each line's share. An overpayment was never a cost. */
export const moneyBackOf = (company: Database, companyId: string) =>
  company.rows(moneyBack)`
    select order_id, amount, asked_at::timestamptz(3) as at, kind = 'requested' as whole, (
      select coalesce(jsonb_agg(jsonb_build_object('line_id', line_id, 'amount', refund_item.amount, 'days', days)), '[]')
      from refund_item
      where refund_item.company_id = ${companyId} and refund_id = refund.id and line_id is not null
    ) as lines from refund
    where company_id = ${companyId} and state = 'done' and kind not in ('surplus', 'mismatch') order by asked_at, id`

const boughtLine = line.schema.pick({ name: true, country: true, city: true, auto_renew: true, ends_at: true }).extend({
  line_id: id,
  order_id: id.nullable(),
  released_at: instant.nullable(),
})

/** Returns all lines of the company in the order in which they were created, also those that have ended. */
export const allLines = (company: Database, companyId: string) =>
  company.rows(boughtLine)`
    select line.id as line_id, line.name, line.order_id, line.released_at, line.auto_renew, line.ends_at, region.country,
      region.city
    from line join region on region.id = line.region_id
    where line.company_id = ${companyId} order by line.id`

const entry = z.object({ days: z.int(), employee_id: id.nullable(), at: instant })

export const ledgerEntries = (company: Database, companyId: string) =>
  company.rows(entry)`
    select days, employee_id, created_at as at from service_entry where company_id = ${companyId} order by id`

const joins = z.object({ employee_id: id, at: z.array(instant) })

/** Returns when people agreed to join: an empty list for those who have yet to, and none for those who never had to. */
export const joinsOf = (company: Database, companyId: string) =>
  company.rows(joins)`
    select employee_id, array_agg(at order by at) filter (where at is not null) as at from (
      select employee_id, created_at::timestamptz(3) as at from employee_log
      where company_id = ${companyId} and action = 'joined'
    ) as joined group by employee_id
    union all
    select id, '{}'::timestamptz(3)[] from employee
    where company_id = ${companyId} and state = 'invited' and not exists (
      select from employee_log where company_id = ${companyId} and employee_id = employee.id and action = 'joined')`

const used = z.object({ line_id: id, employee_id: id, day: z.int() })

/** Returns the people who used a line with the days, as numbers since 1970; the last day is excluded. */
export const usesBetween = (company: Database, companyId: string, from: number, to: number) =>
  company.rows(used)`
    select line_id, employee_id, day - date '1970-01-01' as day from line_use
    where company_id = ${companyId} and day >= date '1970-01-01' + ${from}::integer
      and day < date '1970-01-01' + ${to}::integer`

const placed = z.object({ employee_id: id, dept_id: id.nullable(), since: instant })

/** Returns each person's departments with their first days, the earliest first: as far as recorded, and the present one. */
export const placesOfPeople = (company: Database, companyId: string, before: string) =>
  company.rows(placed)`
    select subject_id as employee_id, object_id as dept_id, since from access_span
    where company_id = ${companyId} and kind = 'employee' and since < ${before}
    order by since`

const person = employee.schema.pick({ employee_id: true, name: true, dept_id: true })

export const peopleNow = (company: Database, companyId: string) =>
  company.rows(person)`
    select id as employee_id, name, department_id as dept_id from employee where company_id = ${companyId}`

const gone = department.schema.pick({ dept_id: true, name: true })

/** Returns departments by their last names, also deleted ones. */
export const departmentsEver = (company: Database, companyId: string) =>
  company.rows(gone)`
    select distinct on (subject_id) subject_id as dept_id, name from access_span
    where company_id = ${companyId} and kind = 'department' and name is not null
    order by subject_id, since desc`

const leaver = z.object({ employee_id: id, name: z.string() })

/** Returns people by their last names, as far as recorded. */
export const namesOfPeople = (company: Database, companyId: string) =>
  company.rows(leaver)`
    select distinct on (subject_id) subject_id as employee_id, name from access_span
    where company_id = ${companyId} and kind = 'employee' and name is not null
    order by subject_id, since desc`

/** Returns the names of people who have left, as the ledger has them. */
export const namesInLedger = (company: Database, companyId: string) =>
  company.rows(leaver)`
    select distinct on (employee_id) employee_id, coalesce(employee_name, '') as name from service_entry
    where company_id = ${companyId} and employee_id is not null order by employee_id, id desc`
