import { z } from 'zod'
import { id, instant, line, listOf, nothing, paging } from '../fields.ts'
import { catalogueCode, pricesAtOnce, skusAtOnce } from './catalogue-names.ts'
import { operation } from './operation.ts'
import { fen, percentOff, prices } from './prices.ts'

const access = ['finance'] as const
const code = z.string({ error: '请输入编码' }).regex(catalogueCode, '编码为2–40位小写字母、数字或 -')
const about = z
  .string()
  .trim()
  .max(500, '说明最多500个字')
  .regex(/^\P{Cc}*$/u, '说明含有无法识别的字符')
  .refine(value => value.isWellFormed(), '说明含有无法识别的字符')
  .default('')
const sort = z.int({ error: '排序须为整数' }).min(0, '排序不能为负').max(9999, '排序最大9999')
const bandwidth = z.int({ error: '带宽须为整数' }).min(1, '带宽至少1').max(100_000, '带宽过大')

const getCatalogueTree = operation({
  path: '/catalogue/getCatalogueTree',
  access,
  about: '全部商品分类，含已归档的；一级在前，各带其下数量。',
  input: z.strictObject({}),
  output: z.object({
    list: z.array(
      z.object({
        category_id: id,
        parent_id: id.nullable(),
        code: z.string(),
        name: z.string(),
        about: z.string(),
        sort: z.int(),
        archived: z.boolean(),
        goods: z.int(),
        packages: z.int(),
      }),
    ),
  }),
})

const setCatalogueCategory = operation({
  path: '/catalogue/setCatalogueCategory',
  access,
  audited: true,
  about: '新增或修改商品分类；编码与上级在新增后不变。',
  input: z.strictObject({
    category_id: id.optional(),
    parent_id: id.optional(),
    code,
    name: line('名称', 40),
    about,
    sort,
  }),
  output: z.object({ category_id: id }),
  success: '已保存',
  codes: [-53021, -53400, -53401],
})

const archiveCatalogueCategory = operation({
  path: '/catalogue/archiveCatalogueCategory',
  access,
  audited: true,
  about: '归档或恢复商品分类；仍有在售商品、套餐、优惠券或下级分类的不能归档。',
  input: z.strictObject({ category_id: id, archived: z.boolean() }),
  output: nothing,
  success: '已保存',
  codes: [-53020, -53021],
})

const getCatalogueGoods = operation({
  path: '/catalogue/getCatalogueGoods',
  access,
  about: '一个分类的商品，含未上架的。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(
      z.object({
        goods_id: id,
        category_id: id,
        code: z.string(),
        name: z.string(),
        about: z.string(),
        sort: z.int(),
        published: z.boolean(),
        skus: z.int(),
        skus_published: z.int(),
        /** What its SKUs are; null without any. */
        product: z.enum(['hours', 'line']).nullable(),
      }),
    ),
  }),
})

const setGoods = operation({
  path: '/catalogue/setGoods',
  access,
  audited: true,
  about: '新增或修改商品；新增的商品尚未上架，编码与分类在新增后不变。',
  input: z.strictObject({
    goods_id: id.optional(),
    category_id: id,
    code,
    name: line('名称', 60),
    about,
    sort,
  }),
  output: z.object({ goods_id: id }),
  success: '已保存',
  codes: [-53021, -53400],
})

const setGoodsPublished = operation({
  path: '/catalogue/setGoodsPublished',
  access,
  audited: true,
  about: '上架或下架商品；下架时其全部规格一并停售，价格不变。',
  input: z.strictObject({ goods_id: id, published: z.boolean() }),
  output: nothing,
  success: '已保存',
  codes: [-53020, -53021],
})

const skuList = listOf(
  z.object({
    sku_id: id,
    goods_id: id,
    goods_name: z.string(),
    region_id: id.nullable(),
    region_name: z.string().nullable(),
    /** Its region is not shown to customers; neither is what ends there. */
    region_hidden: z.boolean(),
    access_way_id: id.nullable(),
    access_way_name: z.string().nullable(),
    bandwidth: z.int().nullable(),
    price: z.int(),
    list_price: z.int(),
    published: z.boolean(),
    stock: z.int().nullable(),
    /** Confirmed and yet to come; the last one, upon which another one builds. */
    scheduled: z.object({ price: z.int(), list_price: z.int(), holds_from: instant }).nullable(),
    /** Waits for a second operator. */
    waiting: z.object({ price: z.int(), list_price: z.int(), publish: z.boolean() }).nullable(),
  }),
)

const getCatalogueSkus = operation({
  path: '/catalogue/getCatalogueSkus',
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
  access,
  about: '可用于规格的地区、接入方式与现有带宽。',
  input: z.strictObject({}),
  output: z.object({
    regions: z.array(z.object({ region_id: id, name: z.string(), published: z.boolean() })),
    access_ways: z.array(z.object({ access_way_id: id, name: z.string() })),
    bandwidths: z.array(z.int()),
  }),
})

/** None of the attributes: hours. All of them: lines, one for each combination. */
const newSkus = z.strictObject({
  goods_id: id,
  region_ids: z.array(id).max(300, '一次最多300个地区').default([]),
  access_way_ids: z.array(id).max(50, '一次最多50种接入方式').default([]),
  bandwidths: z.array(bandwidth).max(50, '一次最多50种带宽').default([]),
})

const previewSkus = operation({
  path: '/catalogue/previewSkus',
  access,
  about: '预览将新增的规格：哪些是新的，哪些已存在。',
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
  access,
  audited: true,
  about: `新增规格，一次最多${skusAtOnce}个；已存在的不变，新增的在价格经确认后才上架。`,
  input: newSkus
    .extend({ price: fen('价格'), list_price: fen('划线价') })
    .refine(({ price, list_price }) => list_price >= price, { error: '划线价不能低于价格', path: ['list_price'] }),
  output: z.object({ added: z.int(), sku_ids: z.array(id) }),
  success: '已新增',
  codes: [-53020, -53021],
})

const unpublishSkus = operation({
  path: '/catalogue/unpublishSkus',
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
  access,
  about: '一个分类的套餐，含已停用的与进行中的折扣调整。',
  input: z.strictObject({ category_id: id }),
  output: z.object({
    list: z.array(
      z.object({
        package_type_id: id,
        days: z.int(),
        discount_percent: z.int(),
        sort: z.int(),
        published: z.boolean(),
        scheduled: z.object({ discount_percent: z.int(), holds_from: instant }).nullable(),
        waiting: z.object({ discount_percent: z.int(), publish: z.boolean() }).nullable(),
      }),
    ),
  }),
})

const addPackageType = operation({
  path: '/catalogue/addPackageType',
  access,
  audited: true,
  about: '新增套餐；启用须由另一位操作员确认折扣。',
  input: z.strictObject({
    category_id: id,
    days: z.int({ error: '天数须为整数' }).min(1, '至少1天').max(1095, '最多1095天'),
    discount_percent: percentOff,
    sort,
  }),
  output: z.object({ package_type_id: id }),
  success: '已新增',
  codes: [-53021, -53402],
})

const setPackageSort = operation({
  path: '/catalogue/setPackageSort',
  access,
  audited: true,
  about: '修改套餐的排序。',
  input: z.strictObject({ package_type_id: id, sort }),
  output: nothing,
  success: '已保存',
  codes: [-53021],
})

const archivePackageType = operation({
  path: '/catalogue/archivePackageType',
  access,
  audited: true,
  about: '停用套餐，立即不能再选；再次启用须确认折扣。',
  input: z.strictObject({ package_type_id: id }),
  output: nothing,
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
