import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#server/testing/database.ts'

/*
 * A company's tables could be distributed over several servers by `company_id`, because none of their constraints reaches beyond
 * the company. The exceptions are listed here; docs/distribution.md describes possible replacements.
 */
const { system } = await testDatabase()

/** Constraints across all companies, which a server with only some of them cannot enforce. */
const beyondTheCompany = {
  employee_joined: 'a person belongs to one company',
  invitation_token_hash_key: 'who follows a link has no company yet',
  one_invoice_a_number: "the tax office's numbers",
  one_red_invoice_a_number: "the tax office's numbers",
  one_line_an_address: 'an address is sold once',
  order_item_pkey: "an order's id is nobody else's",
  payment_out_trade_no_key: 'a notification names the payment alone',
  payment_gateway_trade_no_idx: "the gateway's number is settled once",
  refund_out_refund_no_key: 'a notification names the refund alone',
  tax_request_serial_key: 'the tax service knows a request by its number alone',
  shop_order_of_request: "the key's hash contains the company",
  shop_order_number_key: 'people name an order by its number',
}

/** Tables that companies' rows refer to. Each server would have a copy of them. */
const reference = ['access_way', 'account', 'coupon_type', 'ip_address', 'operator', 'region', 'sku', 'stored_file']

const keys = await system.rows(
  z.object({ table: z.string(), name: z.string(), kind: z.enum(['unique', 'foreign']), parent: z.string().nullable() }),
)`
  with company_table as (
    select oid, relname from pg_class where relrowsecurity and relkind in ('r', 'p') and relname <> 'company'
      and relnamespace = 'public'::regnamespace
  ), key as (
    select table_.relname as table, pg_class.relname as name, 'unique' as kind, indrelid as relation,
      indkey[0] as first, null as parent
    from pg_index join company_table table_ on table_.oid = indrelid join pg_class on pg_class.oid = indexrelid
    where indisunique
    union all
    select table_.relname, conname, 'foreign', conrelid, conkey[1], confrelid::regclass::text
    from pg_constraint join company_table table_ on table_.oid = conrelid
    where contype = 'f'
  )
  select "table", name, kind, parent from key
  where (select attname from pg_attribute where attrelid = relation and attnum = first) is distinct from 'company_id'
  order by name`

test('every unique key of a company table starts with the company, except the declared global ones', () => {
  const found = keys.filter(key => key.kind === 'unique').map(key => key.name)
  expect(found).toEqual(Object.keys(beyondTheCompany).toSorted())
})

test('a company table refers to its own company and to the reference tables alone', () => {
  const parents = new Set(keys.filter(key => key.kind === 'foreign').map(key => key.parent))
  expect([...parents].toSorted()).toEqual(reference)
})

test('companies’ connections cannot write to a table without a company', async () => {
  const written = await system.rows(z.object({ table: z.string() }))`
    select relname as table from pg_class
    where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relrowsecurity
      and (has_table_privilege('portal_company', oid, 'insert') or has_table_privilege('portal_company', oid, 'update')
        or has_table_privilege('portal_company', oid, 'delete'))
    order by 1`
  expect(written).toEqual([])
})
