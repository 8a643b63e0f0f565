import { invoiceMegabytes } from '#contract/operations/sales-names.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { money } from '#server/core/yuan.ts'
import { auditedAs } from '#server/engines/activity/context.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { TaxFailure, type TaxResult, type TaxService } from '#server/integrations/tax/tax.ts'
import { writeIssued } from '../deciding.ts'
import { keepPdf } from '../keep-pdf.ts'
import { writeReversed } from '../reversing.ts'
import { type KeptLine, rateOf } from './content.ts'
import { dueTaxRequests, leaseTaxRequest, setDone, setFailed, setNext, type TaxRequest } from './requests.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs' | 'storage' | 'tax'>
type Log = Pick<RunningJob, 'log'>

/** Seconds of a lease, longer than all queries about one request together may take. */
const leaseSeconds = 300
const batch = 100

/** The office answers most requests within a minute; slower ones are queried less and less often. */
const askAgainAt = (askedAt: string) =>
  new Date(Date.now() + Math.min(3_600_000, Math.max(20_000, (Date.now() - Date.parse(askedAt)) / 5)))

/** Queries all requests that are due; it runs each minute. */
export async function queryDueRequests(services: Needed, job: Log & Pick<RunningJob, 'stopping'>): Promise<void> {
  if (!services.tax) return
  const alone = forEachIsolated(job, '税务服务的请求没有办完')
  await alone.run(await dueTaxRequests(services.system, batch), request => queryTaxService(services, request, job))
  alone.end()
}

/**
 * Requests an invoice from the service if it does not know it yet, or else its state, and records what it has issued. However often
 * this dies half-way, the stored serial number leads to one invoice.
 */
export async function queryTaxService(
  services: Needed,
  { company_id, request_id }: { company_id: string; request_id: string },
  { log }: Log,
): Promise<void> {
  const { system, tax } = services
  const request = tax && (await leaseTaxRequest(system, company_id, request_id, leaseSeconds))
  if (!request) return
  const about = { invoice: request.invoice_id, serial: request.serial }
  try {
    const result = await resultOf(tax, request, services.config.taxRate)
    // The operator requested the invoice; the job only fetches it.
    if (result.state === 'issued') await auditedAs(request.asked_by, () => write(services, request, result, tax))
    else if (result.state === 'failed') {
      log.warn({ ...about, reason: result.reason }, '税务服务未能开具')
      await setFailed(system, request, result.reason.slice(0, 200))
    } else await setNext(system, request, result.state === 'waiting' ? result.note : '', askAgainAt(request.asked_at))
  } catch (error) {
    if (error instanceof TaxFailure && !error.retry) {
      log.warn({ ...about, reason: error.message }, '税务服务拒绝了请求')
      await setFailed(system, request, error.message.slice(0, 200))
      return
    }
    // An unclear answer must not count as none: the same number is queried until an operator stops it.
    const isExplained = error instanceof TaxFailure || error instanceof OperatorProblem
    await setNext(system, request, isExplained ? error.message.slice(0, 200) : '内部错误', askAgainAt(request.asked_at))
    if (!isExplained) throw error
    log.warn({ ...about, problem: error.message }, '税务服务的结果尚未取得')
  }
}

async function resultOf(tax: TaxService, { serial, blue, red }: TaxRequest, rate: number): Promise<TaxResult> {
  const query = async () => {
    try {
      return await (red ? tax.queryRed(serial) : tax.query(serial))
    } catch (error) {
      // A refused query says nothing about the invoice, which may have been issued: only a refused request ends it.
      throw error instanceof TaxFailure ? new TaxFailure(error.message, true) : error
    }
  }
  const answer = await query()
  if (answer.state !== 'absent') return answer
  const rated = <Line extends KeptLine>(lines: Line[]) =>
    lines.map(line => ({ ...line, rate: rateOf(lines, rate) ?? rate }))
  if (red) await tax.issueRed({ ...red, lines: rated(red.lines) })
  else if (blue) await tax.issue({ ...blue, lines: rated(blue.lines) })
  return query()
}

async function write(
  services: Needed,
  request: TaxRequest,
  { number, amount, pdfUrl, ofdUrl, xmlUrl }: Extract<TaxResult, { state: 'issued' }>,
  tax: TaxService,
): Promise<void> {
  if (amount !== request.amount)
    throw new TaxFailure(
      `已开具 ${number}，但金额 ${money(amount)} 与申请的 ${money(request.amount)} 不符，请核对`,
      true,
    )
  const content = await tax.download(pdfUrl, invoiceMegabytes * 1024 * 1024)
  const { red, invoice_id: invoiceId } = request
  const name = red ? '红字发票' : '发票'
  const kept = await keepPdf(services, { number, content, name })
  await kept.within(() =>
    services.system.transaction(async transaction => {
      const written = { invoiceId, number, kept }
      const done = async () => (await setDone(transaction, request, { number, ofdUrl, xmlUrl })) === 1
      const { amount, orders, reason } = request
      if (red) await writeReversed(transaction, services, { ...written, amount, orders, reason }, done)
      else await writeIssued(transaction, services, written, done)
    }),
  )
}
