import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

/** Limits per company: each test creates one fewer than the limit, adds one more, and expects the next to be refused. */
const { make, call, system } = await testPortal()
const company = await make.company()
const sid = await make.session(company.owner.account)
const { id, owner } = company

const add = {
  token: () =>
    call('createApiToken', { name: '同步', scopes: ['people:read'], days: 90, request_key: randomUUID() }, { sid }),
  webhook: () => call('createWebhook', { url: 'https://example.com/', events: null }, { sid }),
  shop: () =>
    call(
      'setShop',
      { platform: 'shopee', name: '店', shop_number: randomUUID(), svp_id: null, owner_name: '' },
      { sid },
    ),
  template: () => call('setTemplate', { name: randomUUID().slice(0, 8), group_ids: [] }, { sid }),
  domain: () => call('addCompanyDomain', { domain: `${randomUUID()}.example.com` }, { sid }),
}

test.each([
  [
    'token',
    50,
    -41055,
    sql`insert into api_token (company_id, name, scopes, account_id, employee_id, made_by, expires_at)
      select ${id}, '令牌', '{people:read}', ${owner.account.id}, ${owner.id}, '', now() + interval '1 day'`,
  ],
  [
    'webhook',
    20,
    -55003,
    sql`insert into webhook (company_id, url, secret_sealed) select ${id}, 'https://example.com/', ''`,
  ],
  [
    'shop',
    5000,
    -56003,
    sql`insert into shop (company_id, platform, name, shop_number) select ${id}, 'shopee', '店', number::text`,
  ],
  ['template', 50, -47052, sql`insert into onboarding_template (company_id, name) select ${id}, number::text`],
  [
    'domain',
    20,
    -59107,
    sql`insert into company_domain (company_id, domain, token) select ${id}, number || '.example.com', ''`,
  ],
] as const)('a company has no %s beyond %i', async (kind, most, refusal, filling) => {
  await system.change`${filling} from generate_series(2, ${most}::integer) as number`
  expect((await add[kind]()).code).toBe(200)
  expect((await add[kind]()).code).toBe(refusal)
})

test('a group has no line beyond the most', async () => {
  const { group_id } = (await call('setVplGroup', { name: '组' }, { sid })).data
  const lines = (count: number) => Array.from({ length: count }, () => randomUUID())
  const set = (svp_ids: string[], add_svp_ids: string[]) =>
    call('setVplGroupLines', { group_id, svp_ids, add_svp_ids }, { sid })
  // None of these lines exists; that check comes after the limit.
  expect((await set(lines(1999), lines(1))).code).toBe(-52001)
  expect(await set(lines(2000), lines(1))).toMatchObject({ code: -52013, data: 2000 })
})

test('no webhook has more than ten former secrets that still sign', async () => {
  const shop = await make.company()
  const own = await make.session(shop.owner.account)
  const { data } = await call('createWebhook', { url: 'https://example.com/', events: null }, { sid: own })
  const rotate = (overlap_hours: number) =>
    call('rotateWebhookSecret', { webhook_id: data.webhook_id, overlap_hours }, { sid: own })
  // Guard: the count in the update, and the lock on the webhook. Without them twelve rotations at once keep twelve secrets.
  const codes = (await Promise.all(Array.from({ length: 12 }, () => rotate(24)))).map(({ code }) => code)
  expect(codes.toSorted((a, b) => b - a)).toEqual([...Array.from({ length: 10 }, () => 200), -55006, -55006])
  expect(await rotate(24)).toMatchObject({ code: -55006, data: 10 })
  await system.change`update webhook_former_secret set until = now() where company_id = ${shop.id}`
  expect((await rotate(24)).code).toBe(200)
  expect((await rotate(0)).code).toBe(200)
})
