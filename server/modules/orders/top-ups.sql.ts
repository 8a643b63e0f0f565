import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { orderColumns } from './list.sql.ts'
import { ownOrder } from './orders.sql.ts'

/** Locks orders in the order of their ids, so that two payments that share some can't deadlock. */
export const lockOrders = (transaction: Database, companyId: string, orderIds: string[]) =>
  transaction.rows(ownOrder)`
    select ${selectList(ownOrder, orderColumns)} from shop_order
    where company_id = ${companyId} and id = any(${orderIds}::uuid[])
    order by id for no key update`

const onlyId = z.object({ id })

export const insertJoint = (company: Database, companyId: string, topUpId: string, orderIds: string[]) =>
  company.change`
    insert into joint_payment (company_id, topup_id, order_id)
    select ${companyId}, ${topUpId}, unnest(${orderIds}::uuid[])`

/** Returns the ids of the orders that a top-up pays; none for one that only tops up. */
export const jointOrdersOf = async (database: Database, companyId: string, topUpId: string): Promise<string[]> =>
  (
    await database.rows(onlyId)`
      select order_id as id from joint_payment where company_id = ${companyId} and topup_id = ${topUpId} order by 1`
  ).map(row => row.id)

export const setDeadline = (company: Database, companyId: string, orderId: string, until: string) =>
  company.change`
    update shop_order set pays_until = ${until} where company_id = ${companyId} and id = ${orderId}`
