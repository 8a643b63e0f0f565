import { createHash } from 'node:crypto'
import { paths } from '#contract/paths.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { money } from '#server/core/yuan.ts'
import { violatedConstraint } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { checkPdf } from '#server/engines/files/check-pdf.ts'
import { sniff } from '#server/engines/files/file-types.ts'
import { newKey } from '#server/engines/files/uploads.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { type DecidableInvoice, findInvoice, insertInvoiceFile } from './deciding.sql.ts'
import { type Decision, decideInvoice, freeOrders, lockOrdersOf } from './invoices.sql.ts'

/** Says why an invoice could not be decided; the text is for the operator. */
export class InvoiceProblem extends OperatorProblem {}

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

interface Decided {
  invoiceId: string
  /** The operator or the command line, as the audit names it. */
  actor: string
}

const mostMegabytes = 10
const pdfProblems = {
  active: 'PDF 含有脚本或附件，不能发给客户',
  broken: 'PDF 不完整，无法打开',
  encrypted: 'PDF 已加密，请上传未加密的文件',
}
const words = { issued: '已开具', rejected: '未能开具', reversed: '已红冲' } as const

/**
 * Keeps the file, which is private, and tells the company's managers. Refuses while an order of it is being given back.
 */
export async function issueInvoice(
  services: Needed & Pick<Services, 'storage'>,
  { number, content, ...decided }: Decided & { number: string; content: Buffer },
): Promise<DecidableInvoice> {
  if (!/^\d{20}$/.test(number)) throw new InvoiceProblem('数电发票号码为20位数字')
  if (content.length > mostMegabytes * 1024 * 1024) throw new InvoiceProblem(`文件最大 ${mostMegabytes} MB`, 'file')
  if (sniff(content) !== 'pdf') throw new InvoiceProblem('发票文件须为 PDF', 'file')
  // The file is kept as it came, because it bears the tax office's signature.
  const checked = await checkPdf(decided.actor, content)
  if ('problem' in checked) throw new InvoiceProblem(pdfProblems[checked.problem], 'file')
  const { storage } = services
  const [storageKey, size] = [newKey('invoice', 'pdf'), content.length]
  const sha256 = createHash('sha256').update(content).digest('hex')
  await storage.put(storageKey, content, { contentType: 'application/pdf', size })
  try {
    return await decide(services, decided, 'asked', async (transaction, { changed, company_id }) => {
      if (changed.length) throw new InvoiceProblem(`订单 ${changed.join('、')} 已退款或正在退款，请驳回此申请`)
      const fileName = `发票-${number}.pdf`
      const file = await insertInvoiceFile(transaction, company_id, { size, sha256, storageKey, fileName })
      if (!file) throw new Error('stored_file answered no row')
      return { state: 'issued', number, fileId: file.file_id }
    })
  } catch (error) {
    await storage.remove(storageKey)
    throw violatedConstraint(error) === 'one_invoice_a_number'
      ? new InvoiceProblem(`号码 ${number} 已登记过`, 'invoice_number')
      : error
  }
}

/** Rejects a request, so that its orders can be asked for anew. */
export const rejectInvoice = (
  services: Needed,
  { reason, ...decided }: Decided & { reason: string },
): Promise<DecidableInvoice> => decide(services, decided, 'asked', async () => ({ state: 'rejected', reason }))

/**
 * Takes an issued invoice back with the tax office (红冲). Those of its orders that were not given back can be asked for
 * anew.
 */
export const reverseInvoice = (
  services: Needed,
  { reason, ...decided }: Decided & { reason: string },
): Promise<DecidableInvoice> => decide(services, decided, 'issued', async () => ({ state: 'reversed', reason }))

function decide(
  services: Needed,
  { invoiceId, actor }: Decided,
  from: 'asked' | 'issued',
  decisionOf: (transaction: Database, invoice: DecidableInvoice) => Promise<Decision & { state: keyof typeof words }>,
): Promise<DecidableInvoice> {
  return services.system.transaction(async transaction => {
    const known = await findInvoice(transaction, invoiceId)
    if (!known) throw new InvoiceProblem(`没有编号为 ${invoiceId} 的发票申请`)
    await lockOrdersOf(transaction, known.company_id, invoiceId)
    // It is read again, because under the lock its orders can no longer change.
    const invoice = (await findInvoice(transaction, invoiceId)) ?? known
    const decision = await decisionOf(transaction, invoice)
    if (!(await decideInvoice(transaction, invoice.company_id, invoiceId, from, decision)))
      throw new InvoiceProblem(from === 'asked' ? '该申请已处理或已撤回' : '该发票尚未开具，或已红冲')
    if (decision.state !== 'issued') await freeOrders(transaction, invoice.company_id, invoiceId)
    const entry = { action: `invoice.${decision.state}` as const, id: invoiceId, name: invoice.title }
    await recordActivity(transaction, invoice.company_id, [{ ...entry, detail: decision.reason ?? decision.number }])
    await recordAudit(transaction, {
      actor,
      action: `invoice.${decision.state}`,
      target: `invoice:${invoiceId}`,
      before: { state: from },
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
