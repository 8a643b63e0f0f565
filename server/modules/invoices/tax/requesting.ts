import { randomBytes } from 'node:crypto'
import type { OperationParsed } from '#contract/operations/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { type DecidableInvoice, findTitled } from '../deciding.sql.ts'
import { lockInvoice } from '../deciding.ts'
import { InvoiceProblem } from '../keep-pdf.ts'
import { type InvoicedOrder, linesOf, rateOf, taxIn } from './content.ts'
import { askTaxServiceJob } from './jobs.ts'
import {
  hurry,
  insertTaxRequest,
  issuedLines,
  type NewTaxRequest,
  ordersOfInvoice,
  setStopped,
} from './requests.sql.ts'

type Context = Pick<OperatorContext, 'system' | 'services'>

/** The day and twelve random hexadecimal digits: a serial number of twenty characters that no other request has. */
const newSerial = () => `${dayInChina(Date.now()).replaceAll('-', '')}${randomBytes(6).toString('hex').toUpperCase()}`

const lineSettings = ({ services: { config } }: Context) => ({ name: config.taxGoodsName, rate: config.taxRate })

function requireService({ services }: Context): void {
  if (!services.tax) throw new Refusal(-59726)
}

/** Requests from the service an invoice whose orders have not changed since its request. A job sends it. */
export async function requestBlue(context: Context, invoiceId: string): Promise<void> {
  requireService(context)
  const { system } = context
  const invoice = await lockInvoice(system, invoiceId)
  const { company_id: companyId, changed, amount } = invoice
  if (invoice.state !== 'asked') throw new InvoiceProblem('该申请已处理或已撤回')
  if (changed.length) throw new InvoiceProblem(`订单 ${changed.join('、')} 已退款或正在退款，请驳回此申请`)
  const titled = await findTitled(system, companyId, invoiceId)
  if (!titled) throw new Error('an invoice without its title')
  const orders = await ordersOfInvoice(system, companyId, invoiceId)
  const asked_at = new Date().toISOString()
  const content = { serial: newSerial(), ...titled, asked_at, lines: linesOf(orders, lineSettings(context)) }
  await ask(system, context, invoice, { kind: 'blue', content, amount })
}

type Red = Pick<OperationParsed<'reverseByTaxService'>, 'invoice_id' | 'scope' | 'red_reason' | 'reason'>

/** Requests from the service to reverse an issued invoice: wholly, or for the refunded part of its orders. */
export async function requestRed(context: Context, { invoice_id, scope, red_reason, reason }: Red): Promise<void> {
  requireService(context)
  const { system } = context
  const invoice = await lockInvoice(system, invoice_id)
  const { company_id: companyId, standing, overstated, kind, title, tax_number, invoice_number: blue } = invoice
  if (invoice.state !== 'issued' || !blue) throw new InvoiceProblem('该发票尚未开具，或已红冲')
  const amount = scope === 'whole' ? standing : overstated
  if (amount <= 0) throw new InvoiceProblem('发票所含的订单没有未红冲的退款', 'scope')
  const wholly = amount === standing
  const orders = (await ordersOfInvoice(system, companyId, invoice_id)).map(order => ({
    ...order,
    taken: wholly ? order.amount - order.red_amount : order.overstated,
  }))
  // An untouched invoice is reversed as a whole, without its lines.
  const untouched = wholly && orders.every(({ red_amount }) => red_amount === 0)
  const lines = untouched ? [] : await redLines(system, context, invoice, orders)
  const content = { serial: newSerial(), kind, title, tax_number, blue, reason: red_reason, lines }
  await ask(system, context, invoice, {
    ...{ kind: 'red', content, amount, reason },
    orders: orders.flatMap(({ order_id, taken }) => (taken > 0 ? [{ order_id, amount: taken }] : [])),
  })
}

/** The taxes of all reversals of a line add up to the tax of the line, however many red invoices there are. */
async function redLines(
  transaction: Database,
  context: Context,
  { company_id, invoice_id }: DecidableInvoice,
  orders: (InvoicedOrder & { red_amount: number; taken: number })[],
) {
  const issued = await issuedLines(transaction, company_id, invoice_id)
  if (!issued)
    throw new InvoiceProblem('这张发票是登记的，税务服务不知道它的明细：请在电子税务局办理部分红冲后登记', 'scope')
  // The rate may have changed since: a red invoice has that of the invoice that it reverses.
  const rate = rateOf(issued, lineSettings(context).rate)
  if (rate === undefined) throw new InvoiceProblem('不能确定这张发票的税率：请在电子税务局办理部分红冲后登记', 'scope')
  return orders.flatMap(({ order_number, red_amount, taken }) => {
    const place = issued.findIndex(({ about }) => about === order_number) + 1
    const line = issued[place - 1]
    if (!line || taken <= 0) return []
    const tax = taxIn(red_amount + taken, rate) - taxIn(red_amount, rate)
    return [{ place, name: line.name, about: order_number, included: taken, tax, rate }]
  })
}

async function ask(
  transaction: Database,
  { services }: Context,
  { company_id: companyId, invoice_id: invoiceId }: DecidableInvoice,
  request: Pick<NewTaxRequest, 'kind' | 'content' | 'amount' | 'reason' | 'orders'>,
): Promise<void> {
  const added = await insertTaxRequest(transaction, { companyId, invoiceId, askedBy: auditActor(), ...request })
  if (!added) throw new InvoiceProblem('税务服务正在办理这张发票')
  await services.jobs.enqueue(transaction, askTaxServiceJob, { company_id: companyId, ...added })
  await recordAudit(transaction, {
    action: request.kind === 'blue' ? 'invoice.tax_asked' : 'invoice.tax_red_asked',
    target: `invoice:${invoiceId}`,
    after: { serial: request.content.serial, amount: request.amount, reason: request.reason },
  })
}

/** Queries the service immediately about a waiting request. */
export async function askNow({ system, services }: Context, invoiceId: string): Promise<void> {
  const { company_id } = await lockInvoice(system, invoiceId)
  const waiting = await hurry(system, company_id, invoiceId)
  if (!waiting) throw new InvoiceProblem('这张发票没有等待税务服务的结果，请刷新后查看')
  await services.jobs.enqueue(system, askTaxServiceJob, { company_id, ...waiting })
  await recordAudit(system, { action: 'invoice.tax_asked_again', target: `invoice:${invoiceId}` })
}

/** Stops waiting for the service: an operator has checked that it issued no invoice, or will register the one that it did. */
export async function stopAsking({ system }: Context, invoiceId: string, reason: string): Promise<void> {
  const { company_id } = await lockInvoice(system, invoiceId)
  if (!(await setStopped(system, company_id, invoiceId, reason)))
    throw new InvoiceProblem('没有等待中的办理，或正在与税务服务通信，请过一分钟再试')
  await recordAudit(system, { action: 'invoice.tax_stopped', target: `invoice:${invoiceId}`, after: { reason } })
}
