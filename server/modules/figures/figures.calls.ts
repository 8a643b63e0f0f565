import { type FigureName, figureWords, maxFigureMonths } from '#contract/operations/figures-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina, daysAfter } from '#server/core/service-time.ts'
import { startOfDay } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage, listedTotal } from '#server/database/listed.ts'
import { inSnapshot, readSnapshot } from '#server/database/snapshot.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { keepExport } from '#server/engines/files/exports.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { byPages, firstRows } from '#server/engines/sheets/export-table.ts'
import { writeSheets } from '#server/engines/sheets/sheets.ts'
import {
  channelRows,
  cohortRows,
  dueByMonth,
  figureByMonth,
  figureRows,
  figureSum,
  type Span,
  stockRows,
} from './figures.sql.ts'
import { ticketWeeks, waitingTickets } from './ticket-figures.sql.ts'

/** Returns the months of a range, the last included: 2026-01, 2026-02, … Throws -53800 for none, or too many. */
function monthsOf({ from, to }: { from: string; to: string }): string[] {
  const index = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  const count = index(to) - index(from) + 1
  if (count < 1 || count > maxFigureMonths) throw new Refusal(-53800, maxFigureMonths)
  return Array.from({ length: count }, (_, at) => nameOf(index(from) + at))
}

const nameOf = (index: number) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`

const isDay = (text: string) => text.length > 'YYYY-MM'.length

/** A range is of months or days, which begin at midnight in China. */
function spanOf({ from, to }: { from: string; to: string }): Span {
  monthsOf({ from: from.slice(0, 7), to: to.slice(0, 7) })
  const [year, month] = [Number(to.slice(0, 4)), Number(to.slice(5, 7))]
  const since = startOfDay(isDay(from) ? from : `${from}-01`)
  const until = isDay(to) ? daysAfter(startOfDay(to), 1) : startOfDay(`${nameOf(year * 12 + month)}-01`)
  if (Date.parse(since) >= Date.parse(until)) throw new Refusal(-53800, maxFigureMonths)
  return { since, until }
}

async function figuresOf(
  system: Database,
  range: { from: string; to: string },
): Promise<OperationOutput<'getFigures'>> {
  const span = spanOf(range)
  const total = async (figure: Parameters<typeof figureSum>[1]) => (await figureSum(system, figure, span)).sum
  const [coupons_used, coupons_open, hours, prepaid, serving] = [
    await total('coupons_used'),
    await total('coupons_open'),
    await total('hours'),
    await total('prepaid'),
    await total('serving'),
  ]
  const monthly = ['received', 'refunded', 'renewed', 'lost', 'left'] as const
  const sums = new Map<string, Map<string, number>>()
  for (const figure of monthly)
    sums.set(figure, new Map((await figureByMonth(system, figure, span)).map(({ month, sum }) => [month, sum])))
  const at = (figure: (typeof monthly)[number], month: string) => sums.get(figure)?.get(month) ?? 0
  const months = monthsOf(range).map(month => {
    const [received, refunded] = [at('received', month), at('refunded', month)]
    const lines = { renewed: at('renewed', month), lost: at('lost', month), left: at('left', month) }
    return { month, received, refunded, net: received - refunded, ...lines }
  })
  const all = (key: Exclude<keyof (typeof months)[number], 'month'>) => months.reduce((sum, each) => sum + each[key], 0)
  const due = (await dueByMonth(system)).map(({ month, sum, count }) => ({ month, lines: count, amount: sum }))
  return {
    at: new Date().toISOString(),
    totals: {
      received: all('received'),
      refunded: all('refunded'),
      net: all('net'),
      renewed: all('renewed'),
      lost: all('lost'),
      left: all('left'),
      ...{ coupons_used, coupons_open, hours, prepaid, serving },
    },
    months,
    due,
    channels: await channelRows(system, span),
    cohorts: await cohortRows(system, span),
    stock: await stockRows(system),
  }
}

async function ticketFiguresOf(
  system: Database,
  range: { from: string; to: string },
): Promise<OperationOutput<'getTicketFigures'>> {
  const span = spanOf(range)
  const [rows, waiting] = await together(system, database => [ticketWeeks(database, span), waitingTickets(database)])
  const [{ week: _, ...all } = { week: null, opened: 0, answered: 0, median: null, p90: null }, ...listed] = rows
  return { ...waiting, all, weeks: listed.flatMap(({ week, ...each }) => (week === null ? [] : [{ week, ...each }])) }
}

export const figuresOperations = {
  getFigures: ({ system }, range) => readSnapshot(system, snapshot => figuresOf(snapshot, range)),

  async getFigureRows({ system }, { figure, channel, page, page_size, ...range }) {
    const span = spanOf(range)
    const [list, { sum, total }] = await together(system, database => [
      figureRows(database, figure, span, channel, listedPage({ page, page_size })),
      figureSum(database, figure, span, channel),
    ])
    return { list, sum, ...listedTotal(total) }
  },

  getTicketFigures: ({ system }, range) => ticketFiguresOf(system, range),

  async exportFigures({ system, services, operator }, range) {
    await recordAudit(system, { action: 'figures.exported', target: 'figures', after: range })
    const span = spanOf(range)
    const exported = { rows: 0, more: false }
    const written = inSnapshot(system, async function* (database) {
      const figures = await figuresOf(database, range)
      yield {
        sheet: 0,
        rows: figures.months.map(({ month, received, refunded, net, renewed, lost, left }) => [
          ...[month, received, refunded, net, renewed, lost, left],
        ]),
      }
      yield {
        sheet: 1,
        rows: figures.due.map(({ month, lines, amount }) => [month, lines, amount]),
      }
      yield {
        sheet: 2,
        rows: figures.channels.map(({ name, companies, received, refunded, net }) => [
          ...[name, companies, received, refunded, net],
        ]),
      }
      yield {
        sheet: 3,
        rows: figures.cohorts.map(({ month, companies, paying, net }) => [
          ...[month, companies, paying.join('、'), net],
        ]),
      }
      yield {
        sheet: 4,
        rows: figures.stock.map(({ city, access_way, free, taken, days_left }) => [
          ...[city, access_way, free, taken, days_left ?? ''],
        ]),
      }
      yield {
        sheet: 5,
        rows: Object.entries(figures.totals).map(([name, value]) =>
          totalRow(name as keyof typeof figures.totals, value),
        ),
      }
      const batches = byPages(page => figureRows(database, 'net', span, undefined, page))
      for await (const batch of firstRows(batches, exported))
        yield {
          sheet: 6,
          rows: batch.map(({ at, company_name, order_number, label, value }) => [
            ...[at ? dayInChina(at) : '', company_name, order_number ?? '', label, value],
          ]),
        }
    })
    const content = await writeSheets(operator.id, sheets, written)
    const fileName = `经营数字-${range.from}-${range.to}.xlsx`
    return { url: await keepExport(services, { content, fileName }), file_name: fileName, ...exported }
  },
} satisfies SomeOperations

const unitWords = { fen: '元', days: '人天', count: '个' }

/** The totals have different units: amounts are in one column, and counts in another. */
function totalRow(name: FigureName, value: number) {
  const { name: title, unit, about, now } = figureWords[name]
  return [
    title,
    now ? '现在' : '期间内',
    unit === 'fen' ? value : '',
    unit === 'fen' ? '' : value,
    unitWords[unit],
    about,
  ]
}

/** The figures that are counts; the others are amounts. */
const counted = new Set([
  '续费的专线',
  '流失的专线',
  '流失的企业',
  '专线',
  '付款企业',
  '企业',
  '可售',
  '近 30 天售出',
  '可用天数',
  '数量',
])
const columns = (...titles: string[]) =>
  titles.map(title => ({ title, width: 18, ...(counted.has(title) && { kind: 'count' as const }) }))

const sheets = [
  {
    name: '每月',
    columns: columns(
      '月份',
      '实收（未减退款，元）',
      '退款（元）',
      '净收入（元）',
      '续费的专线',
      '流失的专线',
      '流失的企业',
    ),
  },
  { name: '待续费', columns: columns('月份', '专线', '按现价 30 天（元）') },
  { name: '渠道', columns: columns('渠道', '付款企业', '实收（未减退款，元）', '退款（元）', '净收入（元）') },
  { name: '批次', columns: columns('认证月份', '企业', '第 0、1、2…月付款的企业', '迄今净收入（元）') },
  { name: '库存', columns: columns('地区', '接入方式', '可售', '近 30 天售出', '可用天数') },
  { name: '合计与负债', columns: columns('数字', '时间', '金额（元）', '数量', '单位', '说明') },
  { name: '净收入明细', columns: columns('日期', '企业', '订单号', '内容', '金额（元，退款为负）') },
]
