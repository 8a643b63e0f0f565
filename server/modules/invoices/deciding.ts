import { paths } from '#contract/paths.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { type DecidableInvoice, findInvoice } from './deciding.sql.ts'
import { type Decision, decideInvoice, freeOrders, lockOrdersOf } from './invoices.sql.ts'
import { mailInvoiceJob } from './jobs.ts'
import { InvoiceProblem, keepPdf } from './keep-pdf.ts'

export type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

export interface Decided {
  invoiceId: string
  /** The operator or the command line, as the audit names it. */
  actor: string
}

const words = { issued: '已开具', rejected: '未能开具' } as const

/**
 * Keeps the file, which is private, and tells the company's managers. Refuses while an order of it is being given back.
 */
export async function issueInvoice(
  services: Needed & Pick<Services, 'storage'>,
  { number, content, ...decided }: Decided & { number: string; content: Buffer },
): Promise<DecidableInvoice> {
  const kept = await keepPdf(services, { number, content, actor: decided.actor, name: '发票' })
  return kept.within(() =>
    decide(services, decided, async (transaction, { changed, company_id }) => {
      if (changed.length) throw new InvoiceProblem(`订单 ${changed.join('、')} 已退款或正在退款，请驳回此申请`)
      const fileId = await kept.insert(transaction, company_id)
      await services.jobs.enqueue(
        transaction,
        mailInvoiceJob,
        { company_id, invoice_id: decided.invoiceId },
        { attempts: 8 },
      )
      return { state: 'issued', number, fileId }
    }),
  )
}

/** Rejects a request, so that its orders can be asked for anew. */
export const rejectInvoice = (
  services: Needed,
  { reason, ...decided }: Decided & { reason: string },
): Promise<DecidableInvoice> => decide(services, decided, async () => ({ state: 'rejected', reason }))

function decide(
  services: Needed,
  { invoiceId, actor }: Decided,
  decisionOf: (transaction: Database, invoice: DecidableInvoice) => Promise<Decision & { state: keyof typeof words }>,
): Promise<DecidableInvoice> {
  return services.system.transaction(async transaction => {
    const known = await findInvoice(transaction, invoiceId)
    if (!known) throw new InvoiceProblem(`没有编号为 ${invoiceId} 的发票申请`)
    await lockOrdersOf(transaction, known.company_id, invoiceId)
    // It is read again, because under the lock its orders can no longer change.
    const invoice = (await findInvoice(transaction, invoiceId)) ?? known
    const decision = await decisionOf(transaction, invoice)
    if (!(await decideInvoice(transaction, invoice.company_id, invoiceId, 'asked', decision)))
      throw new InvoiceProblem('该申请已处理或已撤回')
    if (decision.state !== 'issued') await freeOrders(transaction, invoice.company_id, invoiceId)
    const entry = { action: `invoice.${decision.state}` as const, id: invoiceId, name: invoice.title }
    await recordActivity(transaction, invoice.company_id, [{ ...entry, detail: decision.reason ?? decision.number }])
    await recordAudit(transaction, {
      actor,
      action: `invoice.${decision.state}`,
      target: `invoice:${invoiceId}`,
      before: { state: 'asked' },
      after: { state: decision.state, number: decision.number ?? invoice.invoice_number, reason: decision.reason },
    })
    await tell(transaction, services, invoice, decision)
    return invoice
  })
}

const tell = (
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
