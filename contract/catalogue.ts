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

const product = z.enum(goodsProducts)

const shownCategory = category.schema.pick({ category_id: true, code: true, name: true, about: true })
const rootCategory = shownCategory.extend({ children: z.array(shownCategory) })
const shownSku = sku.schema.omit({ goods_name: true, published: true })
const shownAccessWay = accessWay.schema.pick({ access_way_id: true, code: true, name: true, about: true })
const shownRegion = region.schema.pick({
  region_id: true,
  code: true,
  country: true,
  city: true,
  continent: true,
  latitude: true,
  longitude: true,
})
const shownPackage = packageType.schema.pick({ package_type_id: true, days: true, discount_percent: true })
const shownGoods = goods.schema.omit({ sort: true, published: true }).extend({ product, skus: z.array(shownSku) })

export const getCategoryTreeList = call({
  path: '/v1/product/getCategoryTreeList',
  effect: 'read',
  access: 'public',
  about: '商品分类：一级分类与其下的分类。',
  output: z.object({ list: z.array(rootCategory) }),
})

export const getAccessWayList = call({
  path: '/v3/product/getAccessWayList',
  effect: 'read',
  access: 'public',
  about: '接入方式。',
  output: z.object({ list: z.array(shownAccessWay) }),
})

export const getRegionList = call({
  path: '/v3/product/getRegionList',
  effect: 'read',
  access: 'public',
  about: '国家/地区与城市，含坐标。',
  output: z.object({ list: z.array(shownRegion) }),
})

export const getGoodsPackageTypeByCategoryId = call({
  path: '/v3/product/getGoodsPackageTypeByCategoryId',
  effect: 'read',
  access: 'public',
  about: '一个分类的套餐：天数与折扣（百分之几）。',
  input: z.strictObject({ category_id: id }),
  output: z.object({ list: z.array(shownPackage) }),
  codes: [-49001],
})

export const getGoodsListByCategoryId = call({
  path: '/v3/product/getGoodsListByCategoryId',
  effect: 'read',
  access: 'public',
  about: '一个分类（含下级）的商品与规格、价格、库存。',
  input: z.strictObject({ category_id: id }),
  output: z.object({ list: z.array(shownGoods) }),
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

export const getOffers = call({
  path: '/v1/product/getOffers',
  effect: 'read',
  access: 'public',
  about: '一次读出在售的商品，按一级分类，连同套餐与用到的地区、接入方式；可以只要一种产品。',
  input: z.strictObject({ product: product.optional() }),
  output: z.object({
    categories: z.array(rootCategory.extend({ goods: z.array(shownGoods) })),
    packages: z.array(shownPackage.extend({ category_id: id })),
    regions: z.array(shownRegion),
    access_ways: z.array(shownAccessWay),
  }),
})
