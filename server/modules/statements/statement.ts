import { balanceKindNames } from '#contract/balance-names.ts'
import { gatewayNames, invoiceKindNames, invoiceStateNames, orderStateNames, refundKindNames } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { formatTimeInChina } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import {
  companyName,
  entriesOf,
  type Figures,
  invoicesOf,
  ordersOf,
  redInvoicesOf,
  refundsOf,
  spanOf,
} from './statements.sql.ts'

/** A cell is a text, or a number of fen. */
type Cell = string | number

/** One part of a statement, for both the PDF and the sheet. */
interface Section {
  name: string
  /** The text of a part without rows. */
  none: string
  columns: { title: string; share: number; money?: true }[]
  rows: Cell[][]
}

export interface Statement {
  company: string
  figures: Figures
  summary: [label: string, fen: number][]
  sections: Section[]
}

/** Only a refund of an order reduces what was paid for goods: a top-up was prepaid, and an overpayment belonged to no order. */
const refundWords = ({ kind, product }: Awaited<ReturnType<typeof refundsOf>>[number]): string =>
  product === 'balance' && kind !== 'surplus' && kind !== 'mismatch'
    ? balanceKindNames.withdrawal
    : refundKindNames[kind]

/** Builds a month's statement; `figures` are those of `monthsOf`. */
export async function statementOf(company: Database, companyId: string, figures: Figures): Promise<Statement> {
  const span = spanOf(figures.month)
  const [name, entries, orders, refunds, invoices, reds] = await Promise.all([
    companyName(company, companyId),
    entriesOf(company, companyId, span),
    ordersOf(company, companyId, span),
    refundsOf(company, companyId, span),
    invoicesOf(company, companyId, span),
    redInvoicesOf(company, companyId, span),
  ])
  const time = { title: '时间', share: 18 }
  const amount = { title: '金额（元）', share: 13, money: true as const }
  const number = { title: '订单号', share: 18 }
  return {
    company: name,
    figures,
    summary: [
      ['期初余额', figures.opening],
      [balanceKindNames.topup, figures.topups],
      [balanceKindNames.payment, figures.payments],
      [balanceKindNames.refund, figures.refunds],
      [balanceKindNames.withdrawal, figures.withdrawals],
      [balanceKindNames.correction, figures.corrections],
      ['期末余额', figures.closing],
    ],
    sections: [
      {
        name: '余额流水',
        none: '本月余额没有变动。',
        columns: [
          time,
          { title: '类型', share: 10 },
          amount,
          { title: '之后余额（元）', share: 13, money: true },
          number,
          { title: '说明', share: 22 },
        ],
        rows: entries.map(each => [
          formatTimeInChina(each.created_at),
          balanceKindNames[each.kind],
          each.amount,
          each.balance_after,
          each.order_number ?? '',
          each.note,
        ]),
      },
      {
        name: '支付的订单',
        none: '本月没有支付订单。',
        columns: [
          time,
          number,
          { title: '内容', share: 28 },
          amount,
          { title: '支付方式', share: 10 },
          { title: '状态', share: 9 },
        ],
        rows: orders.map(each => [
          formatTimeInChina(each.paid_at),
          each.order_number,
          each.subject,
          each.payable,
          each.gateway ? gatewayNames[each.gateway] : '—',
          orderStateNames[each.state],
        ]),
      },
      {
        name: '退款',
        none: '本月没有退款。',
        columns: [
          time,
          number,
          { title: '类别', share: 12 },
          amount,
          { title: '退回方式', share: 10 },
          { title: '退款凭证', share: 17 },
          { title: '原因', share: 12 },
        ],
        rows: refunds.map(each => [
          formatTimeInChina(each.done_at),
          each.order_number,
          refundWords(each),
          each.amount,
          gatewayNames[each.gateway],
          each.credit_number ?? '',
          each.reason,
        ]),
      },
      {
        name: '开具的发票',
        none: '本月没有开具发票。',
        columns: [
          { title: '日期', share: 12 },
          { title: '发票号码', share: 22 },
          { title: '抬头', share: 26 },
          { title: '类型', share: 16 },
          amount,
          { title: '状态', share: 9 },
        ],
        rows: invoices.map(each => [
          dayInChina(each.issued_at),
          each.invoice_number,
          each.title,
          invoiceKindNames[each.kind],
          each.amount,
          invoiceStateNames[each.state],
        ]),
      },
      {
        name: '红字发票',
        none: '本月没有红字发票。',
        columns: [
          { title: '日期', share: 12 },
          { title: '红字发票号码', share: 22 },
          { title: '所红冲的发票', share: 22 },
          amount,
          { title: '原因', share: 25 },
        ],
        rows: reds.map(each => [
          dayInChina(each.issued_at),
          each.invoice_number,
          each.of_number,
          -each.amount,
          each.reason,
        ]),
      },
    ],
  }
}
