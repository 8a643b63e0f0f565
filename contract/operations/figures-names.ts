/** Names of the owner's figures. Its page uses this file, so it must not import zod. */

/** The figures of the sales report. A value is in fen, unless its unit says otherwise. */
export const figures = [
  'received',
  'refunded',
  'net',
  'payers',
  'coupons_used',
  'coupons_open',
  'hours',
  'prepaid',
  'due',
  'renewed',
  'lost',
  'left',
  'serving',
  'cohort',
] as const
export type FigureName = (typeof figures)[number]

interface FigureWords {
  name: string
  /** Defines what is counted and what is not: gross and net are never mixed. */
  about: string
  unit: 'fen' | 'days' | 'count'
  /** The figure describes the present, whatever the period. */
  now?: true
}

export const figureWords: Record<FigureName, FigureWords> = {
  received: { name: '实收（未减退款）', about: '期间内付清的订单的实付金额，按支付时间', unit: 'fen' },
  refunded: {
    name: '退款',
    about: '期间内退回的金额，按退回时间；多收与错付的退回不计，它们从未计入实收',
    unit: 'fen',
  },
  net: { name: '净收入', about: '实收减退款，各按发生的时间', unit: 'fen' },
  payers: { name: '付款企业', about: '期间内付过款的企业', unit: 'count' },
  coupons_used: { name: '优惠券抵扣', about: '期间内付清的订单用券少收的金额', unit: 'fen' },
  coupons_open: { name: '未使用的优惠券', about: '现在可以使用的优惠券张数', unit: 'count', now: true },
  hours: {
    name: '时长负债',
    about: '现在未用的人天，含赠送与试用：企业未分配的，与员工尚未用完的',
    unit: 'days',
    now: true,
  },
  prepaid: { name: '余额负债', about: '现在企业预存而未用的余额；它支付订单时才计入实收', unit: 'fen', now: true },
  due: {
    name: '待续费',
    about: '专线到期时，按现价续费 30 天的金额；未计优惠券与套餐折扣，随试用结束的不计',
    unit: 'fen',
  },
  renewed: { name: '续费的专线', about: '期间内续费的次数', unit: 'count' },
  lost: { name: '流失的专线', about: '期间内到期而没有续费的专线；随试用结束的，与退款时收回的不计', unit: 'count' },
  left: {
    name: '流失的企业',
    about: '付过款、最后一份服务（专线、员工的时长、未分配的人天）在期间内结束的企业',
    unit: 'count',
  },
  serving: {
    name: '服务中的付费企业',
    about: '现在还有专线、员工的时长或未分配的人天的付费企业',
    unit: 'count',
    now: true,
  },
  cohort: { name: '批次净收入', about: '该月认证的企业迄今的净收入', unit: 'fen' },
}

/** The most months of a range. */
export const maxFigureMonths = 36
/** The months, beginning with this one, for which renewals are shown. */
export const dueMonths = 6
/** The days whose sales set the pace at which stock is assumed to sell. */
export const stockPaceDays = 30
