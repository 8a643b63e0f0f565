import { dayInChina } from '#server/core/service-time.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import type { DueRow, Sums } from './settlement.sql.ts'

const rowsAtOnce = 2_000

const columns: { title: string; width: number; value: (row: DueRow) => string | number }[] = [
  { title: '类型', width: 10, value: ({ kind, late }) => (kind === 'correction' ? '更正' : late ? '补结' : '结算') },
  { title: '企业', width: 36, value: row => row.company_name },
  { title: '订单号', width: 24, value: row => row.number },
  { title: '推广码', width: 10, value: row => row.promotion_code },
  { title: '付款日期', width: 14, value: row => dayInChina(row.paid_at) },
  { title: '实付（元）', width: 14, value: row => row.paid },
  { title: '退款（元）', width: 14, value: row => row.refunded },
  { title: '计佣金额（元）', width: 16, value: row => row.base },
  { title: '佣金比例', width: 10, value: row => `${row.commission_percent}%` },
  { title: '佣金（元）', width: 14, value: row => row.commission },
]

/** Writes the sheet of a settlement: a row for each order and correction, their sums, and what earlier settlements left over. */
export function writeSettlement(
  channelId: string,
  rows: DueRow[],
  { paid, refunded, base, commission, carried }: Sums,
): Promise<Buffer> {
  const total = ['合计', `${rows.length} 行`, '', '', '', paid, refunded, base, '', commission]
  const blank = Array<string>(columns.length - 3).fill('')
  const offset = [
    ['结转', '以前的结算单未抵完', ...blank, carried],
    ['应付', commission + carried > 0 ? '' : '不付款，余下的由下一次抵扣', ...blank, Math.max(0, commission + carried)],
  ]
  function* batches() {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      yield {
        sheet: 0,
        rows: rows.slice(from, from + rowsAtOnce).map(row => columns.map(({ value }) => value(row))),
      }
    yield { sheet: 0, rows: carried ? [total, ...offset] : [total] }
  }
  return writeSheets(
    channelId,
    [{ name: '结算单', columns: columns.map(({ title, width }) => ({ title, width })) }],
    batches(),
  )
}
