import { z } from 'zod'
import { creditCode, id, instant, line } from '../fields.ts'
import { invoiceKinds, invoiceStates } from '../shop.ts'
import { invoiceFields } from './invoice-fields.ts'
import { record } from './record.ts'

const text = (name: keyof typeof invoiceFields) => {
  const { label, max, min } = invoiceFields[name]
  return line(label, max, min)
}

const answers = {
  kind: { answer: z.enum(invoiceKinds) },
  title: { answer: z.string() },
  tax_number: { answer: z.string() },
  address: { answer: z.string() },
  phone: { answer: z.string() },
  bank: { answer: z.string() },
  bank_account: { answer: z.string() },
  email: { answer: z.string() },
}

/** A title that a company keeps for its invoices. */
export const invoiceTitle = record({
  title_id: { answer: id },
  kind: { ...answers.kind, set: z.enum(invoiceKinds, { error: '请选择发票类型' }) },
  title: { ...answers.title, set: text('title') },
  tax_number: { ...answers.tax_number, set: creditCode },
  address: { ...answers.address, set: text('address').default('') },
  phone: { ...answers.phone, set: text('phone').default('') },
  bank: { ...answers.bank, set: text('bank').default('') },
  bank_account: { ...answers.bank_account, set: text('bank_account').default('') },
  email: { ...answers.email, set: z.email('请输入正确的邮箱').max(100, '邮箱最多100个字') },
  preferred: { answer: z.boolean(), set: z.boolean().default(false) },
})
export type InvoiceTitle = z.output<typeof invoiceTitle.schema>

const reason = line('原因', 200, 2)

/** An invoice keeps its title as it was when requested. */
export const invoice = record({
  invoice_id: { answer: id },
  state: { answer: z.enum(invoiceStates) },
  /** Fen paid in money; coupons are not invoiced. */
  amount: { answer: z.int() },
  ...answers,
  remark: { answer: z.string(), request: text('remark').default('') },
  invoice_number: {
    answer: z.string().nullable(),
    issue: z.string({ error: '请输入发票号码' }).regex(/^\d{20}$/, '数电发票号码为 20 位数字'),
  },
  /** A short-lived address of the file; null until the invoice is issued. */
  file_url: { answer: z.string().nullable() },
  /** Why it was rejected or reversed. */
  reason: { answer: z.string().nullable(), refuse: reason },
  company_id: { answer: id },
  company_name: { answer: z.string() },
  asked_by: { answer: z.string() },
  asked_at: { answer: instant },
  decided_at: { answer: instant.nullable() },
  /** When its file was sent to the title's mailbox, and why it could not be. */
  mailed_at: { answer: instant.nullable() },
  mail_problem: { answer: z.string().nullable() },
})
export type Invoice = z.output<typeof invoice.schema>
