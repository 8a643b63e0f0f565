import { z } from 'zod'
import { createOrUpdateInput } from '../create-or-update-input.ts'
import { id, instant, listOf, paging } from '../fields.ts'
import { bandwidth } from '../records/catalogue-inputs.ts'
import { category } from '../records/category.ts'
import { goods } from '../records/goods.ts'
import { packageType } from '../records/package-type.ts'
import { sku } from '../records/sku.ts'
import { goodsProducts } from '../shop.ts'
import { pricesAtOnce, skusAtOnce } from './catalogue-names.ts'
import { operation } from './operation.ts'
import { prices } from './prices.ts'

const access = ['finance'] as const

const getCatalogueTree = operation({
  path: '/catalogue/getCatalogueTree',
  effect: 'read',
  access,
  about: '全部商品分类，含已归档的；一级在前，各带其下数量。',
  output: z.object({ list: z.array(category.schema.extend({ goods: z.int(), packages: z.int() })) }),
})

const setCatalogueCategory = operation({
  path: '/catalogue/setCatalogueCategory',
  effect: 'change',
  access,
  audited: true,
  about: '新建或修改商品分类，只改动带上的项；代码与上级在新建后不变。',
  input: createOrUpdateInput('category_id', category.edit('set')),
  output: z.object({ category_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53400, -53401],
})

const archiveCatalogueCategory = operation({
  path: '/catalogue/archiveCatalogueCategory',
  effect: 'change',
  access,
  audited: true,
  about: '归档或恢复商品分类；仍有在售商品、套餐、优惠券或下级分类的不能归档。',
  input: z.strictObject({ category_id: id, ...category.input('archive') }),
  success: '已保存',
  codes: [-53020, -53021],
})

const getCatalogueGoods = operation({
  path: '/catalogue/getCatalogueGoods',
  effect: 'read',
  access,
  about: '一个分类的商品，含未上架的。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(
      goods.schema.extend({
        skus: z.int(),
        skus_published: z.int(),
        /** The kind of its SKUs; null if it has none. */
        product: z.enum(goodsProducts).nullable(),
      }),
    ),
  }),
})

const setGoods = operation({
  path: '/catalogue/setGoods',
  effect: 'change',
  access,
  audited: true,
  about: '新建或修改商品，只改动带上的项；新建的商品尚未上架，代码与分类在新建后不变。',
  input: createOrUpdateInput('goods_id', goods.edit('set')),
  output: z.object({ goods_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53400],
})

const setGoodsPublished = operation({
  path: '/catalogue/setGoodsPublished',
  effect: 'change',
  access,
  audited: true,
  about: '上架或下架商品；下架时其全部规格一并停售，价格不变。',
  input: z.strictObject({ goods_id: id, ...goods.input('publish') }),
  success: '已保存',
  codes: [-53020, -53021],
})

const skuList = listOf(
  sku.schema.extend({
    /** True when its region, and thus every line that ends there, is hidden from customers. */
    region_hidden: z.boolean(),
    /** The confirmed price that is not yet in force. If there are several, it is the last, on which a further change builds. */
    scheduled: z.object({ price: z.int(), list_price: z.int(), holds_from: instant }).nullable(),
    /** The price that awaits a second operator. */
    waiting: z.object({ price: z.int(), list_price: z.int(), publish: z.boolean() }).nullable(),
  }),
)

const getCatalogueSkus = operation({
  path: '/catalogue/getCatalogueSkus',
  effect: 'read',
  access,
  about: '一个商品的规格，含未上架的、可售库存与进行中的调价。',
  input: z.strictObject({
    goods_id: id,
    region_id: id.optional(),
    access_way_id: id.optional(),
    bandwidth: bandwidth.optional(),
    published: z.boolean().optional(),
    ...paging,
  }),
  output: skuList,
  codes: [-53021],
})

const getSkuAttributes = operation({
  path: '/catalogue/getSkuAttributes',
  effect: 'read',
  access,
  about: '可用于规格的地区、接入方式与现有带宽。',
  output: z.object({
    regions: z.array(z.object({ region_id: id, name: z.string(), published: z.boolean() })),
    access_ways: z.array(z.object({ access_way_id: id, name: z.string() })),
    bandwidths: z.array(z.int()),
  }),
})

/** Without attributes the goods are hours. With all of them they are lines, one SKU for each combination. */
const newSkus = z.strictObject({
  goods_id: id,
  region_ids: z.array(id).max(300, '一次最多300个地区').default([]),
  access_way_ids: z.array(id).max(50, '一次最多50种接入方式').default([]),
  bandwidths: z.array(bandwidth).max(50, '一次最多50种带宽').default([]),
})

const previewSkus = operation({
  path: '/catalogue/previewSkus',
  effect: 'read',
  access,
  about: '预览将新建的规格：哪些是新的，哪些已存在。',
  input: newSkus,
  output: z.object({
    list: z.array(z.object({ name: z.string(), exists: z.boolean() })),
    fresh: z.int(),
    existing: z.int(),
  }),
  codes: [-53020, -53021],
})

const addSkus = operation({
  path: '/catalogue/addSkus',
  effect: 'change',
  access,
  audited: true,
  about: `新建规格，一次最多${skusAtOnce}个；已存在的不变，新建的在价格经确认后才上架。`,
  input: newSkus
    .extend(sku.input('add'))
    .refine(({ price, list_price }) => list_price >= price, { error: '划线价不能低于价格', path: ['list_price'] }),
  output: z.object({ added: z.int(), sku_ids: z.array(id) }),
  success: '已新建',
  codes: [-53020, -53021],
})

const unpublishSkus = operation({
  path: '/catalogue/unpublishSkus',
  effect: 'change',
  access,
  audited: true,
  about: '下架规格，立即停售；再次上架须确认价格。',
  input: z.strictObject({
    sku_ids: z.array(id).min(1, '请选择规格').max(pricesAtOnce, `一次最多${pricesAtOnce}个规格`),
  }),
  output: z.object({ unpublished: z.int() }),
  success: '已下架',
  codes: [-53020, -53021],
})

const getPackageTypes = operation({
  path: '/catalogue/getPackageTypes',
  effect: 'read',
  access,
  about: '一个分类的套餐，含已停用的与进行中的折扣调整。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(
      packageType.schema.omit({ category_id: true }).extend({
        scheduled: z.object({ discount_percent: z.int(), holds_from: instant }).nullable(),
        waiting: z.object({ discount_percent: z.int(), publish: z.boolean() }).nullable(),
      }),
    ),
  }),
})

const addPackageType = operation({
  path: '/catalogue/addPackageType',
  effect: 'change',
  access,
  audited: true,
  about: '新建套餐；启用须由另一位操作员确认折扣。',
  input: z.strictObject(packageType.input('add')),
  output: z.object({ package_type_id: id }),
  success: '已新建',
  codes: [-53021, -53402],
})

const setPackageSort = operation({
  path: '/catalogue/setPackageSort',
  effect: 'change',
  access,
  audited: true,
  about: '修改套餐的排序。',
  input: z.strictObject({ package_type_id: id, ...packageType.edit('change') }),
  success: '已保存',
  codes: [-53021, -53022],
})

const archivePackageType = operation({
  path: '/catalogue/archivePackageType',
  effect: 'change',
  access,
  audited: true,
  about: '停用套餐，立即不能再选；再次启用须确认折扣。',
  input: z.strictObject({ package_type_id: id }),
  success: '已停用',
  codes: [-53021],
})

export const catalogue = {
  getCatalogueTree,
  setCatalogueCategory,
  archiveCatalogueCategory,
  getCatalogueGoods,
  setGoods,
  setGoodsPublished,
  getCatalogueSkus,
  getSkuAttributes,
  previewSkus,
  addSkus,
  unpublishSkus,
  getPackageTypes,
  addPackageType,
  setPackageSort,
  archivePackageType,
  ...prices,
}
