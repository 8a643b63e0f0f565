import { createHash } from 'node:crypto'
import { violatedConstraint } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { money } from '../integrations/gateways/yuan.ts'
import { notify } from '../notices/notices.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import type { Services } from '../services.ts'
import { sniff } from '../uploads/file-types.ts'
import { pdfProblem } from '../uploads/pdf.ts'
import { newKey } from '../uploads/uploads.ts'
import { findInvoice, type Invoice, insertInvoiceFile } from './deciding.sql.ts'
import { type Decision, decideInvoice, freeOrders, lockOrdersOf } from './invoices.sql.ts'

/** Why an invoice could not be decided; the text is for the operator. */
export class InvoiceProblem extends OperatorProblem {}

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

interface Decided {
  invoiceId: string
  /** Operator or command line, for the audit. */
  actor: string
}

const mostMegabytes = 10
const words = { issued: '已开具', rejected: '未能开具', reversed: '已红冲' } as const

/** The file is kept, private, and the company's managers are told. Refused while an order of it is being given back. */
export async function issueInvoice(
  services: Needed & Pick<Services, 'storage'>,
  { number, content, ...decided }: Decided & { number: string; content: Buffer },
): Promise<Invoice> {
  if (!/^\d{20}$/.test(number)) throw new InvoiceProblem('数电发票号码为20位数字')
  if (content.length > mostMegabytes * 1024 * 1024) throw new InvoiceProblem(`文件最大 ${mostMegabytes} MB`, 'file')
  if (sniff(content) !== 'pdf') throw new InvoiceProblem('发票文件须为 PDF', 'file')
  const problem = pdfProblem(content)
  if (problem)
    throw new InvoiceProblem(problem === 'active' ? 'PDF 含有脚本或附件，不能发给客户' : 'PDF 不完整，无法打开', 'file')
  const { storage } = services
  const [storageKey, size] = [newKey('invoice', 'pdf'), content.length]
  const sha256 = createHash('sha256').update(content).digest('hex')
  await storage.put(storageKey, content, { contentType: 'application/pdf', size })
  try {
    return await decide(services, decided, 'asked', async (transaction, { changed }) => {
      if (changed.length) throw new InvoiceProblem(`订单 ${changed.join('、')} 已退款或正在退款，请驳回此申请`)
      const fileName = `发票-${number}.pdf`
      const file = await insertInvoiceFile(transaction, { size, sha256, storageKey, fileName })
      if (!file) throw new Error('stored_file answered no row')
      return { state: 'issued', number, fileId: file.id }
    })
  } catch (error) {
    await storage.remove(storageKey)
    throw violatedConstraint(error) === 'one_invoice_a_number'
      ? new InvoiceProblem(`号码 ${number} 已登记过`, 'invoice_number')
      : error
  }
}

/** Its orders can be asked for anew. */
export const rejectInvoice = (
  services: Needed,
  { reason, ...decided }: Decided & { reason: string },
): Promise<Invoice> => decide(services, decided, 'asked', async () => ({ state: 'rejected', reason }))

/** An issued one is taken back with the tax office (红冲): those of its orders that were not given back can be asked for anew. */
export const reverseInvoice = (
  services: Needed,
  { reason, ...decided }: Decided & { reason: string },
): Promise<Invoice> => decide(services, decided, 'issued', async () => ({ state: 'reversed', reason }))

function decide(
  services: Needed,
  { invoiceId, actor }: Decided,
  from: 'asked' | 'issued',
  decisionOf: (transaction: Database, invoice: Invoice) => Promise<Decision & { state: keyof typeof words }>,
): Promise<Invoice> {
  return services.system.transaction(async transaction => {
    const known = await findInvoice(transaction, invoiceId)
    if (!known) throw new InvoiceProblem(`没有编号为 ${invoiceId} 的发票申请`)
    await lockOrdersOf(transaction, known.company_id, invoiceId)
    // Read again: what the orders are now, they stay.
    const invoice = (await findInvoice(transaction, invoiceId)) ?? known
    const decision = await decisionOf(transaction, invoice)
    if (!(await decideInvoice(transaction, invoice.company_id, invoiceId, from, decision)))
      throw new InvoiceProblem(from === 'asked' ? '该申请已处理或已撤回' : '该发票尚未开具，或已红冲')
    if (decision.state !== 'issued') await freeOrders(transaction, invoice.company_id, invoiceId)
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
  { id, company_id, title, amount }: Invoice,
  { state, reason }: Decision & { state: keyof typeof words },
) =>
  notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'invoice_decided',
    subject: `invoice:${id}:${state}`,
    title: `发票${words[state]}`,
    text: `抬头为“${title}”、金额 ${money(amount)} 的发票${words[state]}${reason ? `：${reason}` : '，可在订单记录中下载'}。`,
    link: '/control/orderrecord?tab=invoices',
  })
