import { z } from 'zod'
import { line } from '../fields.ts'
import { catalogueCode, categoryFields, highestBandwidth, highestDiscount, highestPrice } from './catalogue-fields.ts'

/** Fields shared by several records of the catalogue. */
export const code = z.string({ error: '请输入代码' }).regex(catalogueCode, '代码为2–40位小写字母、数字或 -')
export const about = line('说明', categoryFields.about.max, 0).default('')
export const sort = z
  .int({ error: '排序须为整数' })
  .min(0, '排序不能为负')
  .max(categoryFields.sort.max, `排序最大${categoryFields.sort.max}`)
export const bandwidth = z.int({ error: '带宽须为整数' }).min(1, '带宽至少1').max(highestBandwidth, '带宽过大')
export const fen = (label: string) =>
  z
    .int({ error: `${label}须为整数分` })
    .min(0, `${label}不能为负`)
    .max(highestPrice, `${label}过高`)
export const percentOff = z
  .int({ error: '折扣须为整数' })
  .min(0, '折扣不能为负')
  .max(highestDiscount, `折扣最多${highestDiscount}%`)
