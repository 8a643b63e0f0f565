import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'
import { bandwidth } from './records/catalogue-inputs.ts'
import { category } from './records/category.ts'
import { goods } from './records/goods.ts'
import { packageType } from './records/package-type.ts'
import { accessWay, region } from './records/place.ts'
import { sku } from './records/sku.ts'
import { goodsProducts } from './shop.ts'

const shownCategory = category.schema.pick({ category_id: true, code: true, name: true, about: true })
const shownSku = sku.schema.omit({ goods_name: true, published: true })

export const getCategoryTreeList = call({
  path: '/v1/product/getCategoryTreeList',
  effect: 'read',
  access: 'public',
  about: '商品分类：一级分类与其下的分类。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(shownCategory.extend({ children: z.array(shownCategory) })),
  }),
})

export const getAccessWayList = call({
  path: '/v3/product/getAccessWayList',
  effect: 'read',
  access: 'public',
  about: '接入方式。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(accessWay.schema.pick({ access_way_id: true, code: true, name: true, about: true })),
  }),
})

export const getRegionList = call({
  path: '/v3/product/getRegionList',
  effect: 'read',
  access: 'public',
  about: '国家/地区与城市，含坐标。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      region.schema.pick({
        region_id: true,
        code: true,
        country: true,
        city: true,
        continent: true,
        latitude: true,
        longitude: true,
      }),
    ),
  }),
})

export const getGoodsPackageTypeByCategoryId = call({
  path: '/v3/product/getGoodsPackageTypeByCategoryId',
  effect: 'read',
  access: 'public',
  about: '一个分类的套餐：天数与折扣（百分之几）。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(packageType.schema.pick({ package_type_id: true, days: true, discount_percent: true })),
  }),
  codes: [-49001],
})

export const getGoodsListByCategoryId = call({
  path: '/v3/product/getGoodsListByCategoryId',
  effect: 'read',
  access: 'public',
  about: '一个分类（含下级）的商品与规格、价格、库存。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(
      goods.schema
        .omit({ sort: true, published: true })
        .extend({ product: z.enum(goodsProducts), skus: z.array(shownSku) }),
    ),
  }),
  codes: [-49001],
})

export const getSkuInfoByAttribute = call({
  path: '/v1/product/getSkuInfoByAttribute',
  effect: 'read',
  access: 'public',
  about: '按属性找到一个规格。',
  input: z.strictObject({
    goods_id: id,
    region_id: id.optional(),
    access_way_id: id.optional(),
    bandwidth: bandwidth.optional(),
  }),
  output: shownSku,
  codes: [-49002],
})
