import type { z } from 'zod'
import type { operations } from '#contract/operations/index.ts'
import { paths } from '#contract/paths.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { type DecidableInvoice, findInvoice } from './deciding.sql.ts'
import type { Decided, Needed } from './deciding.ts'
import { decideInvoice, freeOrders, lockOrdersOf } from './invoices.sql.ts'
import { InvoiceProblem, keepPdf } from './keep-pdf.ts'
import { followRefunds, insertRedInvoice } from './red-invoices.sql.ts'

interface RedInvoice extends Decided {
  number: string
  content: Buffer
  scope: z.output<typeof operations.reverseIssuedInvoice.input>['scope']
  reason: string
}

/**
 * Takes an issued invoice back with the tax office (红冲), wholly or for what went back of its orders, and keeps the red invoice
 * for its company. Wholly, those of its orders of which something is left can be asked for anew; in part, the rest stands.
 */
export async function reverseInvoice(
  services: Needed & Pick<Services, 'storage'>,
  { invoiceId, number, content, scope, reason, actor }: RedInvoice,
): Promise<DecidableInvoice & { red: number }> {
  const kept = await keepPdf(services, { number, content, actor, name: '红字发票' })
  return kept.within(() =>
    services.system.transaction(async transaction => {
      const invoice = await lockInvoice(transaction, invoiceId)
      const { company_id: companyId, standing, overstated } = invoice
      if (invoice.state !== 'issued') throw new InvoiceProblem('该发票尚未开具，或已红冲')
      const amount = scope === 'whole' ? standing : overstated
      if (amount <= 0) throw new InvoiceProblem('发票所含的订单没有未红冲的退款', 'scope')
      const wholly = amount === standing
      const fileId = await kept.insert(transaction, companyId)
      await insertRedInvoice(transaction, { companyId, invoiceId, number, fileId, amount, reason })
      if (wholly) {
        // Guard: of two who take it back at once, only one finds it issued.
        if (!(await decideInvoice(transaction, companyId, invoiceId, 'issued', { state: 'reversed', reason })))
          throw new InvoiceProblem('该发票尚未开具，或已红冲')
        await freeOrders(transaction, companyId, invoiceId)
      } else await followRefunds(transaction, companyId, invoiceId)
      await writeDown(transaction, services, { invoice, wholly, number, amount, reason, actor })
      return { ...invoice, red: amount }
    }),
  )
}

async function lockInvoice(transaction: Database, invoiceId: string): Promise<DecidableInvoice> {
  const known = await findInvoice(transaction, invoiceId)
  if (!known) throw new InvoiceProblem(`没有编号为 ${invoiceId} 的发票申请`)
  await lockOrdersOf(transaction, known.company_id, invoiceId)
  // It is read again, because under the lock its orders can no longer change.
  return (await findInvoice(transaction, invoiceId)) ?? known
}

interface Taken extends Pick<RedInvoice, 'number' | 'reason' | 'actor'> {
  invoice: DecidableInvoice
  wholly: boolean
  amount: number
}

async function writeDown(
  transaction: Database,
  services: Needed,
  { invoice, wholly, number, amount, reason, actor }: Taken,
): Promise<void> {
  const { invoice_id, company_id, title, invoice_number } = invoice
  const action = wholly ? 'invoice.reversed' : 'invoice.red_issued'
  const entry = { action, id: invoice_id, name: title } as const
  await recordActivity(transaction, company_id, [
    { ...entry, detail: `${money(amount)}，红字发票 ${number}：${reason}` },
  ])
  await recordAudit(transaction, {
    actor,
    action,
    target: `invoice:${invoice_id}`,
    before: { state: invoice.state, number: invoice_number },
    after: { state: wholly ? 'reversed' : 'issued', number, amount, reason },
  })
  await notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'invoice_decided',
    subject: `invoice:${invoice_id}:red:${number}`,
    title: wholly ? '发票已红冲' : '发票已部分红冲',
    text: `抬头为“${title}”的发票 ${invoice_number} 已红冲 ${money(amount)}（${reason}），红字发票 ${number} 可在订单记录中下载。`,
    link: `${paths.orderRecord}?tab=invoices`,
  })
}
