import sql, { empty } from 'sql-template-tag'
import { z } from 'zod'
import { balances } from '#contract/operations/balances.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { hasPart } from '#server/database/like.ts'
import type { Page } from '#server/database/listed.ts'

const listed = balances.getCompanyBalanceList.output.shape.list.element

const named = (keyword: string | undefined) => (keyword ? sql`where ${hasPart(sql`company.name`, keyword)}` : empty)

export const listBalances = (database: Database, keyword: string | undefined, { limit, offset }: Page) =>
  database.rows(listed)`
    select company.id as company_id, company.name as company_name, amount, last.created_at as last_at
    from company_balance
    join company on company.id = company_balance.company_id
    cross join lateral (
      select created_at from balance_entry where balance_entry.company_id = company.id
      order by created_at desc, id desc limit 1
    ) as last
    ${named(keyword)}
    order by last.created_at desc, company.id limit ${limit} offset ${offset}`

export const countBalances = (database: Database, keyword: string | undefined, most: number) =>
  countRows(
    database,
    sql`(
      select from company_balance join company on company.id = company_balance.company_id ${named(keyword)}
      limit ${most}::integer
    ) as counted`,
  )

const total = z.object({ sum: z.int() })

export const sumOfBalances = async (database: Database): Promise<number> =>
  (await database.one(total)`select coalesce(sum(amount), 0)::bigint as sum from company_balance`).sum
