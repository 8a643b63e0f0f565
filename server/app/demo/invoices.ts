import { day } from '#server/core/service-time.ts'
import { yuan } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { companies } from './companies.ts'
import { storeFile } from './files.ts'
import { drawInvoice } from './invoice-pdf.ts'
import { invoices } from './orders.ts'
import { insertRows, markInvoiced } from './shop.sql.ts'
import { idAt } from './shop-numbers.ts'
import type { ExistingRows, OrderRow } from './shop-rows.ts'

const [lanfan] = companies
if (!lanfan) throw new Error('invoices.ts needs the first company')
const title = { title: lanfan.name, tax_number: lanfan.creditCode, email: 'caiwu@lanfan.example' }
const nothing = { address: '', phone: '', bank: '', bank_account: '' }
const titles = {
  special: {
    kind: 'special' as const,
    ...title,
    address: lanfan.address,
    phone: '0755-86000000',
    bank: '演示银行深圳科技园支行',
    bank_account: '4000020200000000013',
  },
  normal: { kind: 'normal' as const, ...title, ...nothing },
}

/** Inserts invoice titles and invoices in every state; invoices in force stay linked to their orders. */
export async function insertInvoices(
  database: Database,
  { storage }: Pick<Services, 'storage'>,
  { now, companies: known, owners, people }: ExistingRows,
  orders: OrderRow[],
): Promise<void> {
  const at = (ago: number) => new Date(now - ago * day)
  const { id: company_id } = known.lanfan
  await insertRows(
    database,
    'invoice_title',
    'company_id, id, kind, title, tax_number, address, phone, bank, bank_account, email, preferred, created_at',
    Object.values(titles).map((each, index) => ({
      ...each,
      company_id,
      id: idAt(at(160)),
      preferred: index === 0,
      created_at: at(160),
    })),
  )
  for (const [index, { orders: keys, kind, requested, decided, state, reason, remark }] of invoices.entries()) {
    const of = orders.filter(order => order.company_id === company_id && keys.includes(order.key))
    if (of.length !== keys.length) throw new Error(`the demonstration lacks an order of ${keys.join()}`)
    const amount = of.reduce((sum, { payable }) => sum + payable, 0)
    const id = idAt(at(requested))
    const number =
      state === 'issued' || state === 'reversed' ? `2544200000${String(index + 1).padStart(10, '0')}` : null
    const file_id =
      number &&
      (await storeFile(database, storage, {
        key: `invoice/demo/${number}.pdf`,
        name: `发票-${number}.pdf`,
        purpose: 'invoice',
        contentType: 'application/pdf',
        content: drawInvoice({ number, title: title.title, amount: yuan(amount) }),
      }))
    await insertRows(
      database,
      'invoice',
      'company_id, id, state, amount, kind, title, tax_number, address, phone, bank, bank_account, email, remark, ' +
        'invoice_number, file_id, reason, asked_by, asked_at, decided_at',
      [
        {
          ...titles[kind],
          company_id,
          id,
          state,
          amount,
          remark: remark ?? '',
          invoice_number: number,
          file_id,
          reason: reason ?? null,
          asked_by: people.get(owners.lanfan)?.name ?? '',
          asked_at: at(requested),
          decided_at: decided === undefined ? null : at(decided),
        },
      ],
    )
    await insertRows(
      database,
      'invoice_order',
      'company_id, invoice_id, order_id, amount',
      of.map(order => ({ company_id, invoice_id: id, order_id: order.id, amount: order.payable })),
    )
    if (state === 'asked' || state === 'issued') await markInvoiced(database, company_id, id)
  }
}
