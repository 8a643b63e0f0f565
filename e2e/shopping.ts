import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, expect } from '@playwright/test'
import { applicantByCall } from './applicant.ts'
import { decide, operateAs } from './operations.ts'
import { type Opened, post } from './people.ts'

export interface Buyer extends Opened {
  company: string
  phone: string
}

/** Creates a verified company for one test, with nothing bought yet, so that other tests' purchases change nothing in its lists. */
export async function newBuyer(request: APIRequestContext): Promise<Buyer> {
  const { sid, company, phone } = await applicantByCall(request, '宁波采购')
  await decide(phone, { decision: 'approve' })
  const { data } = await post<Omit<Opened, 'sid'>>(request, '/v1/user/wGetUserInfo', { sid })
  return { ...data, sid, company, phone }
}

interface Placed {
  order_id: string
  order_number: string
  state: string
  payable: number
}

interface Goods {
  product: 'hours' | 'line'
  category_id: string
  skus: { sku_id: string; stock: number | null; region_name: string | null; access_way_name: string | null }[]
}

/** Orders seats for the shortest package, or lines where there are some or at the given place, as the buy pages do. */
export async function orderByCall(
  request: APIRequestContext,
  { sid }: { sid: string },
  { product = 'hours' as Goods['product'], quantity = 1, place = '' } = {},
): Promise<Placed> {
  const tree = await post<{ list: { category_id: string }[] }>(request, '/v1/product/getCategoryTreeList', {})
  const lists = await Promise.all(
    tree.data.list.map(({ category_id }) =>
      post<{ list: Goods[] }>(request, '/v3/product/getGoodsListByCategoryId', { category_id }),
    ),
  )
  const goods = lists.flatMap(({ data }) => data.list).find(each => each.product === product)
  const sku = goods?.skus.find(
    ({ stock: left, region_name, access_way_name }) =>
      (left === null || left >= quantity) && `${region_name} ${access_way_name}`.startsWith(place),
  )
  const packages = await post<{ list: { package_type_id: string; days: number }[] }>(
    request,
    '/v3/product/getGoodsPackageTypeByCategoryId',
    { category_id: goods?.category_id },
  )
  const shortest = packages.data.list.toSorted((one, other) => one.days - other.days)[0]
  const answer = await post<Placed>(request, '/v1/order/createOrder', {
    sid,
    kind: 'purchase',
    items: [{ sku_id: sku?.sku_id, package_type_id: shortest?.package_type_id, quantity }],
    request_key: randomUUID(),
  })
  expect(answer).toMatchObject({ code: 200, data: { state: 'pending' } })
  return answer.data
}

/** Pays at the sandbox as its page's form does. */
export async function payByCall(
  request: APIRequestContext,
  { sid }: { sid: string },
  order_id: string,
  result: 'paid' | 'failed' = 'paid',
): Promise<string> {
  const opened = await post<{ payment_id: string }>(request, '/v1/order/orderOpera', {
    sid,
    order_id,
    opera: 'pay',
    gateway: 'sandbox',
  })
  expect(opened.code).toBe(200)
  const { payment_id } = opened.data
  const { data } = await post<{ pay_url: string }>(request, '/v1/payment/getPayment', { sid, payment_id })
  await request.post(data.pay_url, { form: { result, delivery: 'now' }, maxRedirects: 0 })
  if (result === 'paid')
    await expect
      .poll(
        async () =>
          (await post<{ state: string }>(request, '/v1/order/getOrderDetailByOrderId', { sid, order_id })).data.state,
      )
      .toBe('fulfilled')
  return payment_id
}

/** Runs an operator's command about a transfer or an invoice, beside the running portal. */
export async function operator(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../server/app/commands.ts'), ...words],
    { env: { PATH: process.env.PATH, DATA_DIR: process.env.E2E_DATA_DIR } },
  )
  return stdout
}

let networks = 0
/** Adds free addresses that were in no stock before. Returns their common prefix. */
export async function stock(region: string, way: string, count: number): Promise<string> {
  const { regions, access_ways } = await operateAs('network', 'getNetworkPlaces', {})
  // Playwright also numbers the workers that replace failed ones. The range lies below the one that operations-network.spec.ts
  // imports.
  const prefix = `45.${64 + (Number(process.env.TEST_WORKER_INDEX) % 32)}.${networks++}.`
  const { added } = await operateAs('network', 'addAddresses', {
    region_id: regions.find(({ code }) => code === region)?.region_id ?? '',
    access_way_id: access_ways.find(({ code }) => code === way)?.access_way_id ?? '',
    range: `${prefix}1-${prefix}${count}`,
    gateway: 'gw.example.com',
  })
  expect(added).toBe(count)
  return prefix
}
