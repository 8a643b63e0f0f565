/**
 * Names and limits of the fields of categories, goods and prices. Browser and server share this file, so it must not import zod.
 */

import { maxOrderDays } from '../shop.ts'

export const categoryFields = {
  name: { label: '名称', max: 40 },
  code: { label: '代码', max: 40 },
  about: { label: '说明', max: 500 },
  sort: { label: '排序', max: 9999 },
} as const

export const goodsFields = { ...categoryFields, name: { label: '名称', max: 60 } } as const

export const packageDays = { label: '天数', max: maxOrderDays } as const

export const catalogueCode = /^[a-z0-9-]{2,40}$/

export const highestBandwidth = 100_000
/** Fen. */
export const highestPrice = 100_000_000
export const highestDiscount = 90
