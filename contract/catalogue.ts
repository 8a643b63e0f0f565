import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'
import { products } from './shop.ts'

const categoryFields = { category_id: id, code: z.string(), name: z.string(), about: z.string() }

export const getCategoryTreeList = call({
  path: '/v1/product/getCategoryTreeList',
  access: 'public',
  about: '商品分类：一级分类与其下的分类。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(z.object({ ...categoryFields, children: z.array(z.object(categoryFields)) })),
  }),
})

export const getAccessWayList = call({
  path: '/v3/product/getAccessWayList',
  access: 'public',
  about: '接入方式。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(z.object({ access_way_id: id, code: z.string(), name: z.string(), about: z.string() })),
  }),
})

export const getRegionList = call({
  path: '/v3/product/getRegionList',
  access: 'public',
  about: '国家/地区与城市，含坐标。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        region_id: id,
        code: z.string(),
        country: z.string(),
        city: z.string(),
        continent: z.string(),
        latitude: z.number(),
        longitude: z.number(),
      }),
    ),
  }),
})

export const getGoodsPackageTypeByCategoryId = call({
  path: '/v3/product/getGoodsPackageTypeByCategoryId',
  access: 'public',
  about: '一个分类的套餐：天数与折扣（百分之几）。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(z.object({ package_type_id: id, days: z.int(), discount_percent: z.int() })),
  }),
  codes: [-49001],
})

const sku = z.object({
  sku_id: id,
  goods_id: id,
  region_id: id.nullable(),
  region_name: z.string().nullable(),
  access_way_id: id.nullable(),
  access_way_name: z.string().nullable(),
  /** Mbit/s. */
  bandwidth: z.int().nullable(),
  /** Fen a unit for 30 days. */
  price: z.int(),
  list_price: z.int(),
  /** Lines that can be ordered now; null for what has no stock. Lines of the same region and way share their stock. */
  stock: z.int().nullable(),
})

export const getGoodsListByCategoryId = call({
  path: '/v3/product/getGoodsListByCategoryId',
  access: 'public',
  about: '一个分类（含下级）的商品与规格、价格、库存。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(
      z.object({
        goods_id: id,
        category_id: id,
        code: z.string(),
        name: z.string(),
        about: z.string(),
        product: z.enum(products),
        skus: z.array(sku),
      }),
    ),
  }),
  codes: [-49001],
})

export const getSkuInfoByAttribute = call({
  path: '/v1/product/getSkuInfoByAttribute',
  access: 'public',
  about: '按属性找到一个规格。',
  input: z.strictObject({
    goods_id: id,
    region_id: id.optional(),
    access_way_id: id.optional(),
    bandwidth: z.int({ error: '带宽须为整数' }).min(1, '带宽至少1').max(100_000, '带宽过大').optional(),
  }),
  output: sku,
  codes: [-49002],
})
