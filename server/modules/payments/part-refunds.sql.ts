import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'

const refundItem = z.object({ line_id: id.nullable(), name: z.string(), days: z.int(), amount: z.int() })
export type RefundItem = z.output<typeof refundItem>

interface Which {
  company_id: string
  refund_id: string
}

export const insertItems = (transaction: Database, { company_id, refund_id }: Which, items: RefundItem[]) =>
  transaction.change`
    insert into refund_item (company_id, refund_id, position, line_id, name, days, amount)
    select ${company_id}, ${refund_id}, place, line_id, name, days, amount
    from ${values(items, { line_id: 'uuid', name: 'text', days: 'integer', amount: 'bigint' })}`

export const itemsOfRefund = (database: Database, { company_id, refund_id }: Which) =>
  database.rows(refundItem)`
    select line_id, name, days, amount from refund_item
    where company_id = ${company_id} and refund_id = ${refund_id} order by position`
