import { paths } from '#contract/paths.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { settle } from '#server/engines/idempotency/settle.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { type DecidableInvoice, findInvoice } from './deciding.sql.ts'
import { type Decision, decideInvoice, freeOrders, lockOrdersOf } from './invoices.sql.ts'
import { mailInvoiceJob } from './jobs.ts'
import { InvoiceProblem, keepPdf } from './keep-pdf.ts'
import { taxServiceAsked } from './tax/requests.sql.ts'

export type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

export interface Decided {
  invoiceId: string
}

const words = { issued: '已开具', rejected: '未能开具' } as const

/**
 * Stores the file, which is private, and notifies the company's managers. Refuses while an order of it is being refunded, and while
 * it is requested from the tax service.
 */
export async function issueInvoice(
  services: Needed & Pick<Services, 'storage'>,
  { number, content, ...decided }: Decided & { number: string; content: Buffer },
): Promise<DecidableInvoice> {
  const kept = await keepPdf(services, { number, content, name: '发票' })
  return kept.within(() =>
    services.system.transaction(async transaction => {
      const invoice = await lockUnasked(transaction, decided.invoiceId)
      const { changed } = invoice
      if (changed.length) throw new InvoiceProblem(`订单 ${changed.join('、')} 已退款或正在退款，请驳回此申请`)
      const issued = await issue(transaction, services, invoice, { ...decided, number, kept })
      await settle(transaction, {})
      return issued
    }),
  )
}

interface Written extends Decided {
  number: string
  kept: Awaited<ReturnType<typeof keepPdf>>
}

/**
 * Records what the tax service has issued, once: `done` reports whether this is still to be done. A refund of an order meanwhile
 * does not undo it, but leaves it to be reversed.
 */
export async function writeIssued(
  transaction: Database,
  services: Needed,
  written: Written,
  done: () => Promise<boolean>,
): Promise<void> {
  const invoice = await lockInvoice(transaction, written.invoiceId)
  // The file is removed again.
  if (!(await done())) throw new InvoiceProblem('该申请已处理')
  await issue(transaction, services, invoice, written)
}

async function issue(
  transaction: Database,
  services: Needed,
  invoice: DecidableInvoice,
  { invoiceId, number, kept }: Written,
): Promise<DecidableInvoice> {
  const { company_id } = invoice
  const fileId = await kept.insert(transaction, company_id)
  await services.jobs.enqueue(transaction, mailInvoiceJob, { company_id, invoice_id: invoiceId }, { attempts: 8 })
  return decide(transaction, services, invoice, { state: 'issued', number, fileId })
}

/** Rejects a request, so that its orders can be invoiced by another. */
export const rejectInvoice = (
  services: Needed,
  { reason, invoiceId }: Decided & { reason: string },
): Promise<DecidableInvoice> =>
  services.system.transaction(async transaction => {
    const invoice = await lockUnasked(transaction, invoiceId)
    return decide(transaction, services, invoice, { state: 'rejected', reason })
  })

/** Locks the orders of an invoice, and with them its further state. */
export async function lockInvoice(transaction: Database, invoiceId: string): Promise<DecidableInvoice> {
  const existing = await findInvoice(transaction, invoiceId)
  if (!existing) throw new InvoiceProblem(`没有编号为 ${invoiceId} 的发票申请`)
  await lockOrdersOf(transaction, existing.company_id, invoiceId)
  // Read again, because under the lock its orders can no longer change.
  return (await findInvoice(transaction, invoiceId)) ?? existing
}

/** Does the same for a manual decision, which is refused while the tax service might answer with an invoice. */
export async function lockUnasked(transaction: Database, invoiceId: string): Promise<DecidableInvoice> {
  const invoice = await lockInvoice(transaction, invoiceId)
  if (await taxServiceAsked(transaction, invoice.company_id, invoiceId))
    throw new InvoiceProblem('税务服务正在办理这张发票，请等待结果，或先停止办理')
  return invoice
}

async function decide(
  transaction: Database,
  services: Needed,
  invoice: DecidableInvoice,
  decision: Decision & { state: keyof typeof words },
): Promise<DecidableInvoice> {
  const { company_id: companyId, invoice_id: invoiceId } = invoice
  if (!(await decideInvoice(transaction, companyId, invoiceId, 'asked', decision)))
    throw new InvoiceProblem('该申请已处理或已撤回')
  if (decision.state !== 'issued') await freeOrders(transaction, companyId, invoiceId)
  const entry = { action: `invoice.${decision.state}` as const, id: invoiceId, name: invoice.title }
  await recordActivity(transaction, companyId, [{ ...entry, detail: decision.reason ?? decision.number }])
  await recordAudit(transaction, {
    action: `invoice.${decision.state}`,
    target: `invoice:${invoiceId}`,
    before: { state: 'asked' },
    after: { state: decision.state, number: decision.number ?? invoice.invoice_number, reason: decision.reason },
  })
  await notifyCompany(transaction, services, invoice, decision)
  return invoice
}

const notifyCompany = (
  transaction: Database,
  services: Needed,
  { invoice_id, company_id, title, amount }: DecidableInvoice,
  { state, reason }: Decision & { state: keyof typeof words },
) =>
  notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'invoice_decided',
    subject: `invoice:${invoice_id}:${state}`,
    title: `发票${words[state]}`,
    text: `抬头为“${title}”、金额 ${money(amount)} 的发票${words[state]}${reason ? `：${reason}` : '，可在订单记录中下载'}。`,
    link: `${paths.orderRecord}?tab=invoices`,
  })
