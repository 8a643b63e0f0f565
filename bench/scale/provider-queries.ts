import { type CallName, contract, type InputOf } from '#contract/index.ts'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import type { Portal } from '#server/app/portal.ts'
import type { Provider } from './provider-data.ts'

export interface ProviderQuery {
  name: string
  call: string
  send(portal: Portal, provider: Provider): Promise<number>
}

const about = <Name extends OperationName>(call: Name, ...inputs: OperationInput<Name>[]): ProviderQuery[] =>
  inputs.map(input => {
    const name = `${call}: ${JSON.stringify(input)}`
    const url = `/api/operations${operations[call].path}`
    return { call, name, send: (portal, { token }) => request(portal, { name, url, token, payload: input as object }) }
  })

const console = <Name extends CallName>(call: Name, ...inputs: InputOf<Name>[]): ProviderQuery[] =>
  inputs.map(input => {
    const name = `console ${call}: ${JSON.stringify(input)}`
    const url = `/api${contract[call].path}`
    return {
      call,
      name,
      send: (portal, { sid }) => request(portal, { name, url, payload: { ...(input as object), sid } }),
    }
  })

interface Request {
  name: string
  url: string
  token?: string
  payload: object
}

/** Sends a call and returns the number of rows. */
async function request({ app }: Portal, { name, url, token, payload }: Request): Promise<number> {
  const response = await app.inject({
    method: 'POST',
    url,
    headers: {
      authorization: token ? 'operations-web 1201' : 'portal-web 1201',
      ...(token && { cookie: `operator=${token}` }),
    },
    payload,
  })
  const { code, msg, data } = response.json<{ code: number; msg: string; data: { list?: unknown[] } }>()
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
  return data.list?.length ?? 0
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Lists the operators' queries about all companies, and about one. */
export function backOfficeQueries({
  company: { company_id, name },
  account_id,
  phone,
  order_number,
}: Provider): ProviderQuery[] {
  const company = { company_id }
  const [from, to] = [dayBefore(30), dayBefore(20)]
  // Keywords that match many, few and none.
  const keywords = [{ keyword: '有限公司' }, { keyword: '第7' }, { keyword: name }, { keyword: '没有这样的' }]
  return [
    ...about('getDashboard', {}),
    ...about(
      'getVerificationList',
      {},
      { state: 'under_review' },
      { state: 'rejected' },
      { kind: 'company' },
      { from, to },
    ),
    ...about('getVerificationList', { keyword: phone }, ...keywords),
    ...about(
      'getCompanyList',
      {},
      { state: 'frozen' },
      { verified_from: from },
      { balance_low: true },
      { keyword: phone },
    ),
    ...about('getCompanyList', ...keywords, { keyword: '员工9' }),
    ...about('getCompanyOverview', company),
    ...about('getCompanyPeople', company),
    ...about('getCompanyLedger', company),
    ...about('getCompanyLines', company),
    ...about('getCompanyDevices', company),
    ...about('getCompanyOrders', company),
    ...about('getCompanySessions', company),
    ...about('getCompanyNotices', company),
    ...about('getCompanyMessages', company),
    ...about('getCompanyLog', company),
    ...about('getAccountList', {}, { state: 'active' }, { state: 'disabled' }, { from, to }, { keyword: phone }),
    ...about('getAccountList', { keyword: '员工9' }, ...keywords),
    ...about('getAccountOverview', { account_id }),
    ...about('getOnlineDevices', {}, { platform: 'mac' }),
    ...about(
      'getDeviceMatches',
      { keyword: 'desktop-' },
      { keyword: 'desktop-0a' },
      { keyword: 'bench-01' },
      { keyword: '没有这样的' },
    ),
    ...about(
      'getSalesOrderList',
      {},
      { state: 'pending' },
      { state: 'refunding' },
      { state: 'fulfilled' },
      { from, to },
    ),
    ...about(
      'getSalesOrderList',
      { kind: 'renewal' },
      { product: 'hours' },
      { gateway: 'transfer' },
      { gateway: 'sandbox' },
    ),
    ...about(
      'getSalesOrderList',
      { state: 'refunded', gateway: 'alipay' },
      { keyword: order_number },
      company,
      ...keywords,
    ),
    ...about('getTransferList', {}, ...keywords),
    ...about('getTroubleList', {}),
    ...about('getRefundList', {}, { state: 'done' }, { keyword: order_number }, ...keywords),
    ...about('getInvoiceRequestList', {}, { state: 'issued' }, { state: 'to_reverse' }, ...keywords),
    ...about(
      'getOperatedLines',
      {},
      { state: 'active' },
      { state: 'released' },
      { keyword: '专线7' },
      company,
      ...keywords,
    ),
    ...about('getAddressList', {}, { state: 'free' }, { keyword: '20.0.0' }, company, ...keywords),
    ...about('getNetworkRegions', {}),
    ...about('getNetworkAccessWays', {}),
    ...about('getAuditList', {}, { action: 'order.closed' }, { action: 'terms.' }, { target: `company:${company_id}` }),
    ...about('getAuditList', { from, to }, { actor: 'operator' }, { target: name }, { target: '没有这样的' }),
  ]
}

/** Lists the queries of one company of many in its console. */
export function consoleQueries({ phone, order_number }: Provider): ProviderQuery[] {
  return [
    ...console('wGetUserInfo', {}),
    ...console('getSessionList', {}),
    ...console('getNoticeList', {}),
    ...console('getMyService', {}),
    ...console('getCompanyInfo', {}),
    ...console('getCompanyData', {}),
    ...console('getServiceBalance', {}),
    ...console('getServiceLedger', {}),
    ...console('getCompanyUserList', {}, { keyword: '张' }, { keyword: phone }, { service: 'ended' }, { page: 5 }),
    ...console('getDeptListByCompanyId', {}),
    ...console('getDeviceList', {}, { keyword: 'DESKTOP' }, { platform: 'mac' }, { unseen_days: 7 }),
    ...console('getCompanyVplList', {}, { keyword: '专线' }),
    ...console('getVplGroupList', {}),
    ...console('getCompanyActivity', {}, { keyword: '张' }, { action: 'employee.added' }, { page: 8 }),
    ...console('getUserCouponList', {}),
    ...console('getInvoiceList', {}),
    ...console('getOrderList', {}, { state: 'pending' }, { state: 'fulfilled' }, { kind: 'renewal' }, { page: 20 }),
    ...console('getOrderList', { keyword: order_number }, { keyword: '美国' }),
  ]
}
