import { z } from 'zod'
import { exportedFile, operatorExportLimits } from '../exports.ts'
import { day, id, instant, listOf, paging } from '../fields.ts'
import { figures } from './figures-names.ts'
import { operation } from './operation.ts'

const finance = ['finance'] as const

/** A month in China. */
const month = z.string({ error: '请选择月份' }).regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, '月份格式不正确')
const span = { from: month, to: month }
/** A figure's rows can be requested for days as well as months. */
const monthOrDay = z.union([month, day('日期格式不正确')], { error: '请选择月份或日期' })
const money = { received: z.int(), refunded: z.int(), net: z.int() }

/** The tickets that companies opened in a time. Seconds until the first answer are null where none was answered. */
const ticketSpan = z.object({
  opened: z.int(),
  answered: z.int(),
  median: z.int().nullable(),
  p90: z.int().nullable(),
})

const getFigures = operation({
  path: '/figures/getFigures',
  effect: 'read',
  access: finance,
  about:
    '经营数字：实收、退款与净收入（互不混用），续费与流失，待续费，时长与余额负债，优惠券，渠道，批次，库存可用天数。',
  input: z.strictObject(span),
  output: z.object({
    at: instant,
    totals: z.object({
      ...money,
      coupons_used: z.int(),
      coupons_open: z.int(),
      /** Person-days. */
      hours: z.int(),
      /** Fen that companies have prepaid but not spent. */
      prepaid: z.int(),
      renewed: z.int(),
      lost: z.int(),
      /** Companies whose last service ended, and companies that have one now. */
      left: z.int(),
      serving: z.int(),
    }),
    months: z.array(z.object({ month: z.string(), ...money, renewed: z.int(), lost: z.int(), left: z.int() })),
    /** Lines due for renewal, from this month on. */
    due: z.array(z.object({ month: z.string(), lines: z.int(), amount: z.int() })),
    /** Without a channel: companies that no partner brought. */
    channels: z.array(z.object({ channel_id: id.nullable(), name: z.string(), companies: z.int(), ...money })),
    /**
     * Companies by the month of their verification: their number, how many of them ordered in the nth month after, and their
     * revenue.
     */
    cohorts: z.array(z.object({ month: z.string(), companies: z.int(), paying: z.array(z.int()), net: z.int() })),
    stock: z.array(
      z.object({
        region_id: id,
        access_way_id: id,
        city: z.string(),
        access_way: z.string(),
        free: z.int(),
        /** Addresses taken within `stockPaceDays`. */
        taken: z.int(),
        /** Null when none was taken. */
        days_left: z.int().nullable(),
      }),
    ),
  }),
  codes: [-53800],
})

const getFigureRows = operation({
  path: '/figures/getFigureRows',
  effect: 'read',
  access: finance,
  about:
    '一个经营数字的明细，最大的在前；sum 是全部明细之和，即该数字。期间为月份或日期，都含首尾；channel 为渠道编号，own 为自然到访。',
  input: z.strictObject({
    figure: z.enum(figures, { error: '数字不正确' }),
    from: monthOrDay,
    to: monthOrDay,
    channel: z.union([id, z.literal('own')], { error: '渠道不正确' }).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      row_id: z.string(),
      company_id: id,
      company_name: z.string(),
      label: z.string(),
      order_number: z.string().nullable(),
      value: z.int(),
      at: instant.nullable(),
    }),
  ).extend({ sum: z.int(), more: z.boolean() }),
  codes: [-53800],
})

const getTicketFigures = operation({
  path: '/figures/getTicketFigures',
  effect: 'read',
  access: finance,
  about:
    '工单的数字：现在待答复与已超时的；期间内每周（周一起）由企业提交的、其中已答复过的，与首次答复用时（秒）的中位数与九成在其内的时间。',
  input: z.strictObject(span),
  output: z.object({
    open: z.int(),
    overdue: z.int(),
    all: ticketSpan,
    weeks: z.array(ticketSpan.extend({ week: z.string() })),
  }),
  codes: [-53800],
})

const exportFigures = operation({
  path: '/figures/exportFigures',
  effect: 'export',
  limits: operatorExportLimits,
  access: finance,
  audited: true,
  about: '导出经营数字（含负债的合计）与净收入的明细为 XLSX。',
  input: z.strictObject(span),
  output: exportedFile,
  codes: [-53800, 429],
})

export const figureOperations = { getFigures, getFigureRows, getTicketFigures, exportFigures }
