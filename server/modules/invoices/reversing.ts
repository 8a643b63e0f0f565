import type { z } from 'zod'
import type { operations } from '#contract/operations/index.ts'
import { paths } from '#contract/paths.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { settle } from '#server/engines/idempotency/settle.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import type { DecidableInvoice } from './deciding.sql.ts'
import { type Decided, lockInvoice, lockUnasked, type Needed } from './deciding.ts'
import { decideInvoice, freeOrders } from './invoices.sql.ts'
import { InvoiceProblem, keepPdf } from './keep-pdf.ts'
import { insertRedInvoice } from './red-invoices.sql.ts'
import { reversedAmounts } from './reversed-amounts.ts'
import { type TaxRequest, takeFromOrders } from './tax/requests.sql.ts'

interface RedInvoice extends Decided {
  number: string
  content: Buffer
  scope: z.output<typeof operations.reverseIssuedInvoice.input>['scope']
  /** Fen on the paper. */
  amount: number
  reason: string
}

/**
 * Reverses an issued invoice with the tax office (红冲), wholly or for the refunded part of its orders, and stores the red invoice
 * for its company. After a whole reversal, its orders that are not wholly refunded can be invoiced again; after a partial one, the
 * rest remains.
 */
export async function reverseInvoice(
  services: Needed & Pick<Services, 'storage'>,
  { invoiceId, number, content, scope, amount, reason }: RedInvoice,
): Promise<DecidableInvoice & { red: number }> {
  const kept = await keepPdf(services, { number, content, name: '红字发票' })
  return kept.within(() =>
    services.system.transaction(async transaction => {
      const invoice = await lockUnasked(transaction, invoiceId)
      const { company_id, standing } = invoice
      if (invoice.state !== 'issued') throw new InvoiceProblem('该发票尚未开具，或已红冲')
      if (scope === 'whole' && amount !== standing)
        throw new InvoiceProblem(`红字发票的金额与发票未红冲的金额不符，应为 ${money(standing)}`, 'amount')
      const orders = scope === 'whole' ? [] : await reversedAmounts(transaction, invoice, amount)
      const follow = () => takeFromOrders(transaction, { company_id, invoice_id: invoiceId, orders })
      await reverse(transaction, services, { invoice, amount, number, reason, kept, follow })
      await settle(transaction, {})
      return { ...invoice, red: amount }
    }),
  )
}

interface Written extends Decided, Pick<TaxRequest, 'amount' | 'orders' | 'reason'> {
  number: string
  kept: Kept
}

/** Records a red invoice that the tax service has issued, once, for the requested amount of each order. */
export async function writeReversed(
  transaction: Database,
  services: Needed,
  { invoiceId, orders, ...written }: Written,
  done: () => Promise<boolean>,
): Promise<void> {
  const invoice = await lockInvoice(transaction, invoiceId)
  // The file is removed again.
  if (!(await done())) throw new InvoiceProblem('该申请已处理')
  const { company_id } = invoice
  const follow = () => takeFromOrders(transaction, { company_id, invoice_id: invoiceId, orders })
  await reverse(transaction, services, { invoice, ...written, follow })
}

type Kept = Awaited<ReturnType<typeof keepPdf>>

interface Reversal extends Omit<Taken, 'wholly'> {
  kept: Kept
  /** Reduces the invoice by these amounts of its orders, where a part of it remains. */
  follow: () => Promise<unknown>
}

async function reverse(transaction: Database, services: Needed, { kept, follow, ...taken }: Reversal): Promise<void> {
  const { invoice, number, amount, reason } = taken
  const { company_id: companyId, invoice_id: invoiceId } = invoice
  const wholly = amount === invoice.standing
  const fileId = await kept.insert(transaction, companyId)
  await insertRedInvoice(transaction, { companyId, invoiceId, number, fileId, amount, reason })
  if (wholly) {
    // Guard: of two concurrent reversals only one finds it issued.
    if (!(await decideInvoice(transaction, companyId, invoiceId, 'issued', { state: 'reversed', reason })))
      throw new InvoiceProblem('该发票尚未开具，或已红冲')
    await freeOrders(transaction, companyId, invoiceId)
  } else await follow()
  await writeDown(transaction, services, { ...taken, wholly })
}

interface Taken extends Pick<RedInvoice, 'number' | 'reason'> {
  invoice: DecidableInvoice
  wholly: boolean
  amount: number
}

async function writeDown(
  transaction: Database,
  services: Needed,
  { invoice, wholly, number, amount, reason }: Taken,
): Promise<void> {
  const { invoice_id, company_id, title, invoice_number } = invoice
  const action = wholly ? 'invoice.reversed' : 'invoice.red_issued'
  const entry = { action, id: invoice_id, name: title } as const
  await recordActivity(transaction, company_id, [
    { ...entry, detail: `${money(amount)}，红字发票 ${number}：${reason}` },
  ])
  await recordAudit(transaction, {
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
