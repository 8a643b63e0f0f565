import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import type { Portal } from '#server/app/portal.ts'
import type { Figure } from '../figures.ts'
import { countFullScans, withFilledDatabase } from './filled-database.ts'
import { measure } from './measure.ts'
import { fillProvider, type Provider } from './provider-data.ts'
import { callFigures, missesTarget, queryFigure } from './verdicts.ts'

const companies = 1_000
/** The small database has this many times less of everything. */
const smallShare = 100

interface BackOfficeQuery {
  name: string
  call: OperationName
  input: object
}

const about = <Name extends OperationName>(call: Name, ...inputs: OperationInput<Name>[]): BackOfficeQuery[] =>
  inputs.map(input => ({ call, input: input as object, name: `${call}: ${JSON.stringify(input)}` }))

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** Lists the operators' queries about all companies, and about one. */
function backOfficeQueries({
  company: { company_id, name },
  account_id,
  phone,
  order_number,
}: Provider): BackOfficeQuery[] {
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
    ...about('getCompanyList', ...keywords),
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
    ...about('getAuditList', { from, to }, { actor: 'operator' }),
  ]
}

async function send({ app }: Portal, { token }: Provider, { call, input, name }: BackOfficeQuery): Promise<number> {
  const response = await app.inject({
    method: 'POST',
    url: `/api/operations${operations[call].path}`,
    headers: { authorization: 'operations-web 1201', cookie: `operator=${token}` },
    payload: input,
  })
  const { code, msg, data } = response.json<{ code: number; msg: string; data: { list?: unknown[] } }>()
  if (code !== 200) throw new Error(`${name}: ${code} ${msg}`)
  return data.list?.length ?? 0
}

/** Compares each list of the back office on a database of many companies with one of a hundredth, alternating between them. */
export const provider = ({ rounds, factor }: { rounds: number; factor: number }): Promise<Figure[]> => {
  // The back office requires an authenticator in production only.
  const filled = (count: number) => (system: Parameters<typeof fillProvider>[0]) => fillProvider(system, count)
  const count = Math.round(companies * factor)
  return withFilledDatabase({}, filled(Math.max(1, Math.round(count / smallShare))), small =>
    withFilledDatabase({}, filled(count), async large => {
      const measured = await small.withPortal(4, smallPortal =>
        large.withPortal(4, largePortal => {
          const largeQueries = backOfficeQueries(large.filled)
          const questions = backOfficeQueries(small.filled).map((query, index) => {
            const counterpart = largeQueries[index] ?? query
            return {
              ...counterpart,
              sides: {
                small: { processor: small.processor, ask: () => send(smallPortal, small.filled, query) },
                large: { processor: large.processor, ask: () => send(largePortal, large.filled, counterpart) },
              },
            }
          })
          return measure(questions, { blocks: rounds, misses: missesTarget })
        }),
      )
      const scans = await large.withPortal(1, portal =>
        countFullScans(
          [portal.services.system],
          backOfficeQueries(large.filled).map(query => ({
            name: query.name,
            ask: () => send(portal, large.filled, query),
          })),
        ),
      )
      return [...callFigures(measured), ...measured.map(queryFigure), scans]
    }),
  )
}
