import { formatTimeInChina, money } from '#server/core/yuan.ts'
import { type Block, pdfDocument } from '#server/engines/documents/document.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import type { Statement } from './statement.ts'

const headOf = ({ company, figures }: Statement): [string, string][] => [
  ['企业', company],
  ['月份', figures.month],
  ['出具时间', formatTimeInChina(new Date().toISOString())],
]

const ordersPaid = ({ figures }: Statement) =>
  `本月支付订单 ${figures.orders} 个，合计 ${money(figures.orders_amount)}（不含充值）`

export function statementPdf(statement: Statement): Promise<Buffer> {
  const { figures, summary, sections } = statement
  const blocks: Block[] = [
    { heading: '余额' },
    { facts: summary.map(([label, fen]) => [label, money(fen)]) },
    { text: ordersPaid(statement) },
    ...sections.flatMap(({ name, none, columns, rows }): Block[] => [
      { heading: name },
      rows.length
        ? {
            table: {
              columns: columns.map(({ title, share, money: of }) => ({ title, share, ...(of && { align: 'right' }) })),
              rows: rows.map(row => row.map(cell => (typeof cell === 'number' ? money(cell) : cell))),
            },
          }
        : { text: none },
    ]),
  ]
  return pdfDocument({
    title: `${figures.month} 对账单`,
    facts: headOf(statement),
    blocks,
    foot: `${statement.company} ${figures.month} 对账单`,
  })
}

/** The sheet has yuan as numbers, which a program can add up. */
export function statementSheet(statement: Statement, owner: string): Promise<Buffer> {
  const { summary, sections } = statement
  const sheets = [
    {
      name: '合计',
      columns: [
        { title: '项目', width: 24 },
        { title: '金额（元）', width: 40 },
      ],
    },
    ...sections.map(({ name, columns }) => ({
      name,
      columns: columns.map(({ title, share }) => ({ title, width: share + 4 })),
    })),
  ]
  async function* written() {
    yield {
      sheet: 0,
      rows: [...headOf(statement), ...summary, ['订单', ordersPaid(statement)]],
    }
    for (const [index, { rows }] of sections.entries()) yield { sheet: index + 1, rows: rows }
  }
  return writeSheets(owner, sheets, written())
}
