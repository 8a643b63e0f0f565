import { z } from 'zod'
import { id, instant, listOf, moment, paging } from '../fields.ts'
import { fen, percentOff } from '../records/catalogue-inputs.ts'
import { packageType } from '../records/package-type.ts'
import { sku } from '../records/sku.ts'
import { priceChangeStates, pricesAtOnce } from './catalogue-names.ts'
import { operation } from './operation.ts'
import { requested, requestedText } from './requested.ts'

/** One change in a request: its subject, the present value (or the one when it takes effect) and the wanted value. */
export const wantedChange = z.object({
  sku_id: id.nullable(),
  package_type_id: id.nullable(),
  /** Such as 东京 · 数据中心原生 IP · 5 Mbps or 员工时长 90 天. */
  name: z.string(),
  old_value: z.int(),
  new_value: z.int(),
  old_list_price: z.int().nullable(),
  new_list_price: z.int().nullable(),
})

const requestPrices = operation({
  path: '/catalogue/requestPrices',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '调价、调整套餐折扣或按此价格上架，按审批规则须由另一位操作员确认；可指定生效时间。',
  input: z
    .strictObject({
      skus: z
        .array(
          z.strictObject({
            sku_id: id,
            /** The price that the operator saw. The request is refused if it has changed since. */
            old_price: fen('原价格'),
            old_list_price: fen('原划线价'),
            ...sku.input('request'),
          }),
        )
        .max(pricesAtOnce, `一次最多${pricesAtOnce}个规格`)
        .default([]),
      packages: z
        .array(z.strictObject({ package_type_id: id, old_discount: percentOff, ...packageType.input('request') }))
        .max(pricesAtOnce, `一次最多${pricesAtOnce}个套餐`)
        .default([]),
      /** Also puts all of them on sale. */
      publish: z.boolean().default(false),
      /** The instant from which the price holds; without it, immediately after the confirmation. */
      holds_from: moment('生效时间格式不正确').optional(),
    })
    .refine(({ skus, packages }) => skus.length + packages.length > 0, { error: '请选择规格或套餐', path: ['skus'] })
    .refine(({ skus }) => skus.every(({ price, list_price }) => list_price >= price), {
      error: '划线价不能低于价格',
      path: ['skus'],
    }),
  output: requested,
  success: requestedText,
  codes: [-41022, -53012, -53017, -53020],
})

const getPriceChangeList = operation({
  path: '/catalogue/getPriceChangeList',
  effect: 'read',
  access: ['finance'],
  about: '调价记录与定时调价，最新确认的在前。',
  input: z.strictObject({
    sku_id: id.optional(),
    package_type_id: id.optional(),
    state: z.enum(priceChangeStates).optional(),
    ...paging,
  }),
  output: listOf(
    wantedChange.extend({
      price_change_id: id,
      /** Such as 数据中心原生 IP 线路. */
      goods_name: z.string(),
      publishes: z.boolean(),
      state: z.enum(priceChangeStates),
      requested_by: z.string(),
      confirmed_by: z.string(),
      confirmed_at: instant,
      holds_from: instant,
      /** When it was applied, cancelled or missed. */
      ended_at: instant.nullable(),
      cancelled_by: z.string().nullable(),
    }),
  ),
})

const cancelPrices = operation({
  path: '/catalogue/cancelPrices',
  effect: 'change',
  access: ['finance'],
  audited: true,
  about: '取消尚未生效的定时调价。',
  input: z.strictObject({
    price_change_ids: z.array(id).min(1, '请选择定时调价').max(pricesAtOnce, `一次最多${pricesAtOnce}项`),
  }),
  success: '已取消',
  codes: [-53020],
})

export const prices = { requestPrices, getPriceChangeList, cancelPrices }
