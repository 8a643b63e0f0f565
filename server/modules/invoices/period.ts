import { ordersPerPeriod } from '#contract/period-invoices.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import { startOfDay } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs, nothingChanged } from '#server/engines/activity/context.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { insertInvoice, markOrders, newInvoiceId } from './invoices.sql.ts'
import { claimMonth, type DueMonth, dueMonths, lockInvoiceableWithin, type Within } from './period.sql.ts'
import { findTitle } from './titles.sql.ts'

interface Period extends Within {
  companyId: string
  titleId: string
  remark: string
}

/**
 * Requests one invoice for what was delivered in a period and has none. `orders` is zero, and nothing is requested, where there is
 * no such order. Returns undefined when the title is gone.
 */
export async function requestForPeriod(company: Database, { companyId, titleId, since, until, anew, remark }: Period) {
  const title = await findTitle(company, companyId, titleId)
  if (!title) return undefined
  const orderIds = await lockInvoiceableWithin(
    company,
    companyId,
    { since, until, ...(anew && { anew }) },
    ordersPerPeriod,
  )
  if (!orderIds.length) return { invoice_id: '', amount: 0, orders: 0 }
  const id = await newInvoiceId(company)
  // Guard: an order that got its invoice while this waited for its lock is left out.
  const orders = await markOrders(company, companyId, orderIds, id)
  if (!orders.length) return { invoice_id: '', amount: 0, orders: 0 }
  const amount = await insertInvoice(company, { id, companyId, title, orders, remark })
  const entry = { action: 'invoice.requested' as const, id, name: title.title, detail: remark }
  await recordActivity(company, companyId, [entry])
  return { invoice_id: id, amount, orders: orders.length }
}

/** Returns midnight in China at the end of a month, YYYY-MM. */
function endOf(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return startOfDay(new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10))
}

const batch = 100

/**
 * Requests the invoices of completed months, for the companies that have turned this on; it runs daily. A month is claimed in the
 * transaction that requests its invoices, so that it is invoiced once, however often this runs or dies.
 */
export async function invoiceMonths(
  services: Pick<TaskServices, 'system'>,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let requested = 0
  const alone = forEachIsolated({ log, stopping }, '未能自动申请这个月的发票')
  const failed: string[] = []
  await inBatches({ stopping, batch }, async () => {
    const due = await dueMonths(services.system, failed, batch)
    const own = await alone.run(due, async month => {
      requested += await invoiceMonth(services, month)
    })
    failed.push(...own.map(({ company_id }) => company_id))
    return due.length
  })
  if (requested) log.info({ requested }, '已自动申请上月的发票')
  alone.end()
}

const invoiceMonth = ({ system }: Pick<TaskServices, 'system'>, due: DueMonth): Promise<number> =>
  system.transaction(async transaction => {
    if (!(await claimMonth(transaction, due))) {
      nothingChanged()
      return 0
    }
    const period = {
      companyId: due.company_id,
      titleId: due.title_id,
      // Includes what an earlier month left out because a refund was under way or finance rejected it.
      since: startOfDay(`${due.first_month}-01`),
      anew: startOfDay(`${due.month}-01`),
      until: endOf(due.month),
      remark: `${due.month} 月结`,
    }
    // The name of whoever has requested them, in their list and the company's activity.
    const request = (company: Database) => loggedAs('自动开票', () => requestForPeriod(company, period))
    let invoices = 0
    for (;;) {
      const made = await asCompany(transaction, due.company_id, request)
      if (made?.orders) invoices += 1
      if (!made || made.orders < ordersPerPeriod) return invoices
    }
  })

/** The remark of an invoice that is requested for a range of days. */
export const remarkOf = (from: string, to: string, remark: string): string => remark || `${from} 至 ${to}`

/** The first instant after a day in China. */
export const afterDay = (day: string): string => startOfDay(dayInChina(Date.parse(startOfDay(day)) + 36 * 3_600_000))
