import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import type { Portal } from '#server/portal.ts'
import type { Figure } from '../figures.ts'
import { scanned, withFilled } from './filled.ts'
import { misses, ofCalls, ofQuestion } from './judging.ts'
import { measure } from './measure.ts'
import { fillProvider, type Provider } from './provider-data.ts'

const companies = 1_000
/** The small database has so many times less of everything. */
const smaller = 100

interface Question {
  name: string
  call: OperationName
  input: object
}

const about = <Name extends OperationName>(call: Name, ...inputs: OperationInput<Name>[]): Question[] =>
  inputs.map(input => ({ call, input: input as object, name: `${call}: ${JSON.stringify(input)}` }))

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What operators ask of all companies, and of one. */
function questionsOf({ company: { company_id, name }, account_id, phone, order_number }: Provider): Question[] {
  const of = { company_id }
  const [from, to] = [dayBefore(30), dayBefore(20)]
  // By words: of many, of few, of none.
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
    ...about('getCompanyOverview', of),
    ...about('getCompanyPeople', of),
    ...about('getCompanyLedger', of),
    ...about('getCompanyLines', of),
    ...about('getCompanyDevices', of),
    ...about('getCompanyOrders', of),
    ...about('getCompanySessions', of),
    ...about('getCompanyNotices', of),
    ...about('getCompanyMessages', of),
    ...about('getCompanyLog', of),
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
    ...about('getSalesOrderList', { state: 'refunded', gateway: 'alipay' }, { keyword: order_number }, of, ...keywords),
    ...about('getTransferList', {}, ...keywords),
    ...about('getTroubleList', {}),
    ...about('getRefundList', {}, { state: 'done' }, { keyword: order_number }, ...keywords),
    ...about('getInvoiceRequestList', {}, { state: 'issued' }, { state: 'to_reverse' }, ...keywords),
    ...about('getOperatedLines', {}, { state: 'active' }, { state: 'released' }, { keyword: '专线7' }, of, ...keywords),
    ...about('getAddressList', {}, { state: 'free' }, { keyword: '20.0.0' }, of, ...keywords),
    ...about('getNetworkRegions', {}),
    ...about('getNetworkAccessWays', {}),
    ...about('getAuditList', {}, { action: 'order.closed' }, { action: 'terms.' }, { target: `company:${company_id}` }),
    ...about('getAuditList', { from, to }, { actor: 'operator' }),
  ]
}

async function send({ app }: Portal, { token }: Provider, { call, input, name }: Question): Promise<number> {
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

/** Each list of the back office on a database of many companies against that on one of a hundredth: two databases, in turn. */
export const provider = ({ rounds, factor }: { rounds: number; factor: number }): Promise<Figure[]> => {
  // Outside production nobody needs an authenticator.
  const filled = (count: number) => (system: Parameters<typeof fillProvider>[0]) => fillProvider(system, count)
  const count = Math.round(companies * factor)
  return withFilled({}, filled(Math.max(1, Math.round(count / smaller))), small =>
    withFilled({}, filled(count), async large => {
      const measured = await small.withPortal(4, smallPortal =>
        large.withPortal(4, largePortal => {
          const against = questionsOf(large.filled)
          const questions = questionsOf(small.filled).map((of, index) => {
            const to = against[index] ?? of
            return {
              ...to,
              sides: {
                small: { processor: small.processor, ask: () => send(smallPortal, small.filled, of) },
                large: { processor: large.processor, ask: () => send(largePortal, large.filled, to) },
              },
            }
          })
          return measure(questions, { blocks: rounds, misses })
        }),
      )
      const scans = await large.withPortal(1, portal =>
        scanned(
          [portal.services.system],
          questionsOf(large.filled).map(of => ({ name: of.name, ask: () => send(portal, large.filled, of) })),
        ),
      )
      return [...ofCalls(measured), ...measured.map(ofQuestion), scans]
    }),
  )
}
