/** Names and limits of a coupon type's fields. Browser and server share this file, so it must not import zod. */
export const couponFields = {
  name: { label: '名称', max: 30 },
  about: { label: '说明', max: 100 },
  amount: { label: '减免金额' },
  percent: { label: '折扣' },
  total: { label: '发放总量', max: 10_000_000 },
  per_company: { label: '每家企业限领', max: 1000 },
  valid_days: { label: '有效天数', max: 3650 },
  sort: { label: '排序', max: 9999 },
} as const

/** Fen. */
export const highestCoupon = 100_000_000
