import sql, { join, raw, type Sql } from 'sql-template-tag'
import { companiesNamed } from '#server/database/companies-named.ts'
import { beginningWith, containing } from '#server/database/like.ts'
import { hasPartByPieces } from '#server/database/pieces.ts'

/** The most objects of each kind that are looked up; a longer part of the name finds others. */
const most = 500

/** Kinds that may have very many objects have a trigram index on their names. */
const searched = new Set(['company', 'line', 'invoice'])

/** The kinds of objects that have a name of their own, with the column that holds it. */
const named: readonly [kind: string, table: string, column: string][] = [
  ['company', 'company', 'name'],
  ['operator', 'operator', 'display_name'],
  ['channel', 'channel', 'name'],
  ['coupon_type', 'coupon_type', 'name'],
  ['goods', 'goods', 'name'],
  ['category', 'category', 'name'],
  ['article', 'article', 'title'],
  ['announcement', 'announcement', 'title'],
  ['line', 'line', 'name'],
  ['invoice', 'invoice', 'title'],
  ['ticket', 'ticket', 'subject'],
  ['proposal', 'proposal', 'subject'],
]

/**
 * Selects the targets of a name: objects by their own names, products by their goods' names, orders by their number or their
 * subject, an account by its phone or the name that its company gives it, and a company's orders, payments, refunds, invoices,
 * tickets and disputed devices by its name.
 */
export function targetsNamed(written: string): Sql {
  const pattern = containing(written)
  const companies = sql`array(${companiesNamed(written)})`
  const ofCompany = (kind: string, key = 'id') => sql`
    select ${`${kind}:`} || ${raw(key)} from ${raw(kind === 'order' ? 'shop_order' : kind)}
    where company_id = any(${companies}) limit ${most}`
  const ofOrder = (kind: 'payment' | 'refund') => sql`
    select ${`${kind}:`} || thing.id from ${raw(kind)} as thing
    join shop_order on shop_order.company_id = thing.company_id and shop_order.id = thing.order_id
    where shop_order.number = ${written} limit ${most}`
  return join(
    [
      ...named.map(
        ([kind, table, column]) =>
          sql`select ${`${kind}:`} || id from ${raw(table)}
            where ${searched.has(table) ? hasPartByPieces([raw(column)], written) : sql`${raw(column)} ilike ${pattern}`} limit ${most}`,
      ),
      sql`select 'account:' || id from account where phone = ${written}`,
      // People are found by how their names begin, as in the list of accounts.
      sql`select 'account:' || id from account where display_name like ${beginningWith(written)} limit ${most}`,
      sql`select 'account:' || account_id from employee where name like ${beginningWith(written)} limit ${most}`,
      sql`select 'sku:' || sku.id from sku join goods on goods.id = goods_id where goods.name ilike ${pattern} limit ${most}`,
      sql`select 'region:' || code from region where city ilike ${pattern} or country ilike ${pattern}`,
      sql`select 'invoice:' || id from invoice where invoice_number = ${written}`,
      sql`select 'ticket:' || id from ticket where number = ${written}`,
      sql`select 'proposal:' || id from proposal where number = ${written}`,
      ofOrder('payment'),
      ofOrder('refund'),
      ofCompany('order', 'number'),
      // Devices are audited only where a dispute about them was decided, and the index has only those.
      sql`select 'device:' || device_id from device_dispute
        where state in ('handed_over', 'rejected') and ${hasPartByPieces([sql`device_name`], written)} limit ${most}`,
      sql`select 'device:' || device_id from device_dispute
        where state in ('handed_over', 'rejected') and company_id = any(${companies}) limit ${most}`,
      ...['payment', 'refund', 'invoice', 'ticket', 'proposal', 'line'].map(kind => ofCompany(kind)),
    ].map(each => sql`(${each})`),
    ' union all ',
  )
}
