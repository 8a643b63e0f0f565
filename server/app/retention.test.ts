import { expect, test } from 'vitest'
import { z } from 'zod'
import { personalColumns } from '#server/core/personal-columns.ts'
import { retention } from '#server/core/retention.ts'
import { testDatabase } from '#server/testing/database.ts'

const { system } = await testDatabase()

const column = z.object({ name: z.string(), type: z.string(), refers: z.array(z.string()) })
const tables = await system.rows(z.object({ name: z.string(), columns: z.array(column) }))`
  select relname as name, (
    select jsonb_agg(jsonb_build_object('name', attname, 'type', format_type(atttypid, null), 'refers', array(
      select confrelid::regclass::text from pg_constraint
      where conrelid = pg_class.oid and contype = 'f' and attnum = any(conkey) and attname <> 'company_id')) order by attnum)
    from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'portal\\_%'
  order by 1`

test('every existing table, and no other, declares how long it is kept', () => {
  expect(Object.keys(retention).toSorted()).toEqual(tables.map(({ name }) => name))
})

/** Names of text columns that identify a person: addresses of all kinds, actors, owners. `name` may be a department's. */
const telling =
  /(^|_)(phone|phone_masked|ip|user_agent|e?mail|password_hash|actor|shown|words|reviewer|[a-z]+_by|(actor|employee|person|contact|buyer|payer|author|owner|holder|claimant|reported|display|user|device)_name)$/

test.each(tables)('every column of $name with personal data declares its end', ({ name, columns }) => {
  const declared = personalColumns[name]?.columns ?? {}
  const personal = columns.filter(column => column.type.startsWith('text') && telling.test(column.name))
  expect(personal.filter(column => !declared[column.name]).map(column => column.name)).toEqual([])
  expect(Object.keys(declared).filter(key => !columns.some(column => column.name === key))).toEqual([])
  // A table declared impersonal must not have personal columns.
  if (retention[name]?.kept === 'impersonal') expect(Object.keys(declared)).toEqual([])
})

/** Reports whether a column holds a person's id, by its foreign key, or by its name if the record outlives the person. */
const isPerson = ({ name, type, refers }: z.output<typeof column>) =>
  type.startsWith('uuid') &&
  (refers.some(table => table === 'account' || table === 'employee') ||
    /(^|_)(account|employee|actor|author|holder|claimant|successor)_ids?$/.test(name))

test.each(tables.filter(({ columns }) => columns.some(isPerson)))(
  '$name, which refers to a person, has a part in the person’s export or says why not',
  ({ name, columns }) => {
    expect(columns.filter(isPerson).length).toBeGreaterThan(0)
    expect(personalColumns[name]?.exported).toBeTruthy()
    if (retention[name]?.kept === 'impersonal') expect(typeof personalColumns[name]?.exported).toBe('object')
  },
)

test('only existing tables have columns that tell of a person', () => {
  expect(Object.keys(personalColumns).filter(table => !retention[table])).toEqual([])
})

/*
 * Tests that walk over the tables follow the declarations, even if a period gets shorter or longer or a column is kept. These lists
 * repeat them: changing how long something is kept, or what an erasure leaves, requires a change here as well.
 */
const days = {
  '0': 'sign_in_attempt sign_in_ticket passkey_challenge spent_proof webhook_former_secret',
  '1': 'demo_outbox shop_import coupon_gift',
  '2': 'verification_code code_allowance limit_counter login_throttle admin_captcha',
  '7': 'idempotency_key invitation approval_half',
  '30': 'account directory_hint webhook_message webhook_attempt robot_message robot_attempt',
  '60': 'employee',
  '90': 'session held_login operator_notice operator_session push',
  '180': 'sms_message notice payment_notification replica',
  '365': 'api_token compliance_pack article_vote',
  '1096': 'line_use',
  '1, 30': 'employee_import address_import',
}

test('rows are kept for exactly the listed days', () => {
  const declared = Object.entries(retention).flatMap(([table, what]) =>
    what.kept === 'days' ? [[table, what.rules.map(rule => rule.days).join(', ')]] : [],
  )
  const expected = Object.entries(days).flatMap(([period, names]) => names.split(' ').map(table => [table, period]))
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected))
})

/** The columns that an erasure does not change. */
const left = {
  session: 'ip user_agent client_name',
  identity_verification: 'reviewer checked_by',
  sms_message: 'phone_masked',
  activity: 'undo',
  trial: 'decided_by',
  coupon: 'claimed_by',
  device_dispute: 'decided_by',
  ticket_entry: 'text',
  service_entry: 'actor_name employee_name note',
  balance_entry: 'actor_name',
  shop_order: 'buyer_name',
  order_event: 'actor_name',
  payment: 'payer_name',
  refund: 'decided_by',
  transfer_part: 'actor',
  invoice: 'asked_by phone email',
  tax_request: 'asked_by',
  invoice_title: 'phone email',
  shop: 'owner_name',
  shop_import: 'rows',
  directory_person: 'user_name name phone mail written',
  employee_import: 'rows failed actor_name',
  robot_message: 'title text',
  webhook_attempt: 'answer',
  sign_in_ticket: 'shown',
  api_token_secret: 'last_ip',
  limit_counter: 'key',
  login_throttle: 'key',
  verification_code: 'phone',
  code_allowance: 'phone',
  demo_outbox: 'phone',
  audit_entry: 'actor ip before after target',
  approval: 'summary payload',
  announcement: 'saved_by',
  article: 'scheduled_by',
  article_version: 'saved_by',
  terms_version: 'saved_by published_by',
  operator: 'password_hash display_name',
  operator_session: 'ip user_agent',
  operator_notice: 'title text',
  channel: 'contact_name contact_phone',
  company_note: 'author_name done_by text',
}

test('an erasure leaves exactly the listed columns', () => {
  const declared = Object.entries(personalColumns).flatMap(([table, { columns }]) => {
    const kept = Object.keys(columns).filter(column => columns[column]?.fate === 'kept')
    return kept.length ? [[table, kept.join(' ')]] : []
  })
  expect(Object.fromEntries(declared)).toEqual(left)
})
