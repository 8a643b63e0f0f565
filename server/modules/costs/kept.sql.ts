import { z } from 'zod'
import { id, instant, month } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'

const startOf = (name: string) => `${name}-01`

const due = z.object({ company_id: id, month })
export type DueMonth = z.output<typeof due>

/**
 * Finds companies with a completed month at `at` that was not closed, each with the earliest: the one after the last closed, or the
 * one of the first delivery. `after` is the last company of the previous batch.
 */
export const dueMonths = (system: Database, at: string, after: string | null, limit: number) =>
  system.rows(due)`
    select company_id, to_char(month, 'YYYY-MM') as month from (
      select company.id as company_id, coalesce(
        (select (max(month) + interval '1 month')::date from cost_month where company_id = company.id),
        (select date_trunc('month', min(fulfilled_at) at time zone 'Asia/Shanghai')::date from shop_order
          where company_id = company.id and fulfilled_at is not null and product <> 'balance')) as month
      from company where ${after}::uuid is null or company.id > ${after}
    ) as next
    where month < date_trunc('month', ${at}::timestamptz at time zone 'Asia/Shanghai')
    order by company_id limit ${limit}`

/** Returns zero when another run has closed the month. It waits for a concurrent one. Guard: the primary key. */
export const claimMonth = (
  transaction: Database,
  companyId: string,
  name: string,
  { hours_amount, lines_amount }: { hours_amount: number; lines_amount: number },
) =>
  transaction.change`
    insert into cost_month (company_id, month, hours_amount, lines_amount)
    values (${companyId}, ${startOf(name)}, ${hours_amount}, ${lines_amount}) on conflict do nothing`

const cell = z.object({
  kind: z.enum(['hours', 'lines']),
  amount: z.int(),
  line_id: id.nullable(),
  employee_id: id.nullable(),
  department_id: id.nullable(),
  /** The earlier month that this difference belongs to. */
  corrects: month.nullable(),
})
/** One part of a month's cost. The sum is the same for every grouping. */
export type Cell = z.output<typeof cell>

export const insertCells = (transaction: Database, companyId: string, name: string, cells: readonly Cell[]) =>
  transaction.change`
    insert into cost_cell (company_id, month, position, kind, amount, line_id, employee_id, department_id, corrects)
    select ${companyId}, ${startOf(name)}::date, position, kind, amount, line_id, employee_id, department_id,
      (corrects || '-01')::date
    from unnest(${cells.map(each => each.kind)}::text[], ${cells.map(each => each.amount)}::bigint[],
      ${cells.map(each => each.line_id)}::uuid[], ${cells.map(each => each.employee_id)}::uuid[],
      ${cells.map(each => each.department_id)}::uuid[], ${cells.map(each => each.corrects)}::text[])
      with ordinality as given (kind, amount, line_id, employee_id, department_id, corrects, position)`

export const keptCells = (company: Database, companyId: string, name: string) =>
  company.rows(cell)`
    select kind, amount, line_id, employee_id, department_id, to_char(corrects, 'YYYY-MM') as corrects
    from cost_cell where company_id = ${companyId} and month = ${startOf(name)} order by position`

const keptMonth = z.object({
  month,
  closed_at: instant,
  /** The amounts stated by the month, with its corrections of earlier ones. */
  hours_amount: z.int(),
  lines_amount: z.int(),
  /** The amounts stated about the month by now: without its corrections of others, and with the later months' corrections of it. */
  hours_known: z.int(),
  lines_known: z.int(),
})
export type KeptMonth = z.output<typeof keptMonth>

/** Returns all closed months, the earliest first. */
export const keptMonths = (company: Database, companyId: string) =>
  company.rows(keptMonth)`
    with correction as (
      select month, corrects, case kind when 'hours' then amount else 0 end as hours,
        case kind when 'lines' then amount else 0 end as lines
      from cost_cell where company_id = ${companyId} and corrects is not null
    ), made as (
      select month, sum(hours) as hours, sum(lines) as lines from correction group by month
    ), received as (
      select corrects as month, sum(hours) as hours, sum(lines) as lines from correction group by corrects
    )
    select to_char(month, 'YYYY-MM') as month, closed_at,
      (hours_amount + coalesce(made.hours, 0))::bigint as hours_amount,
      (lines_amount + coalesce(made.lines, 0))::bigint as lines_amount,
      (hours_amount + coalesce(received.hours, 0))::bigint as hours_known,
      (lines_amount + coalesce(received.lines, 0))::bigint as lines_known
    from cost_month left join made using (month) left join received using (month)
    where company_id = ${companyId} order by cost_month.month`
