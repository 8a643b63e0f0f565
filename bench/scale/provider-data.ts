import { z } from 'zod'
import { id } from '#contract/fields.ts'
import type { Keys } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import { keepFinishedDays } from '#server/modules/dashboard/dashboard.calls.ts'
import { sealIdNumber } from '#server/modules/verification/identity.ts'
import { newIdNumber } from '#server/testing/identities.ts'
import { makeOn } from '#server/testing/make.ts'
import { inBulk, timed } from './bulk.ts'
import { settle } from './fill-modules.ts'
import { lineStatements, logStatements, orderStatements, peopleStatements } from './provider-statements.ts'

/** Values that the queries use. */
export interface Provider {
  /** Token of an operator who may do everything. */
  token: string
  /** The session of the company's owner. */
  sid: string
  company: { company_id: string; name: string }
  account_id: string
  phone: string
  order_number: string
}

const sampled = z.object({
  company_id: id,
  name: z.string(),
  account_id: id,
  phone: z.string(),
  order_number: z.string(),
})

const filledTables = [
  ...['account', 'company', 'identity_verification', 'employee', 'device', 'device_log', 'session', 'sms_message'],
  ...['notice', 'shop_order', 'order_item', 'order_event', 'payment', 'refund', 'invoice', 'ip_address', 'line'],
  ...['activity', 'audit_entry'],
]

/** Fills many companies of one size with a few statements for all of them. */
export async function fillProvider(system: Database, keys: Keys, companies: number): Promise<void> {
  const make = makeOn(system)
  const line = await make.sku({ product: 'line' })
  const hours = await make.sku({ product: 'hours' })
  await inBulk(system, filledTables, async () => {
    for (const [name, statement] of [
      ...peopleStatements(companies),
      ...orderStatements(hours),
      ...lineStatements(line, companies),
      ...logStatements(companies),
    ])
      await timed(name, () => system.change`${statement}`)
    await timed('verifications', () => fillVerifications(system, keys))
  })
  await timed('vacuum', () => settle(system))
  // As a portal in use does each hour.
  await timed('finished days', () => keepFinishedDays({ system }))
}

const numbered = z.object({ id, n: z.int() })

/** Verifies a quarter of the accounts by their number. The start of a portal checks whether its keys open what is sealed. */
async function fillVerifications(system: Database, keys: Keys): Promise<number> {
  const accounts = await system.rows(numbered)`
    select id, n from (select id, (row_number() over (order by id))::integer as n from account) as account where n % 4 = 0`
  const batch = 5000
  for (let from = 0; from < accounts.length; from += batch) {
    const some = accounts.slice(from, from + batch)
    const sealed = some.map(account => sealIdNumber(keys, account.id, newIdNumber()))
    await system.change`
      insert into identity_verification (account_id, kind, state, person_name, id_number_sealed, id_number_hash,
        id_number_masked, company_name, credit_code, reason, created_at, reviewed_at)
      select id, case when n % 3 = 0 then 'company' else 'person' end,
        case when n % 2000 = 0 then 'under_review' when n % 20 = 0 then 'rejected' else 'approved' end, '张' || n,
        sealed, hash, '4****', '第' || n || '公司', '9144' || n,
        case when n % 20 = 0 then '照片不清楚' end, created_at, case when n % 2000 = 0 then null else created_at end
      from unnest(${some.map(({ id }) => id)}::uuid[], ${some.map(({ n }) => n)}::integer[],
        ${sealed.map(each => each.sealed)}::bytea[], ${sealed.map(each => each.hash)}::bytea[]) as made (id, n, sealed, hash)
      join account using (id)`
  }
  return accounts.length
}

/** Finds the queries' subjects, and signs the operator and the owner in. */
export async function findSample(system: Database): Promise<Provider> {
  const make = makeOn(system)
  const sample = await system.row(sampled)`
    select company.id as company_id, company.name, account.id as account_id, account.phone, shop_order.number as order_number
    from company
    join employee on employee.company_id = company.id and role = 'owner' join account on account.id = account_id
    join shop_order on shop_order.company_id = company.id
    where company.state = 'active'
    order by company.id, shop_order.id limit 1`
  if (!sample) throw new Error('no company was made')
  const { token } = await make.operator('owner')
  const { company_id, name, ...rest } = sample
  const sid = await make.session({ id: rest.account_id })
  return { ...rest, token, sid, company: { company_id, name } }
}
