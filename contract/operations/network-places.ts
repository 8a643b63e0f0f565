import { z } from 'zod'
import { id, line, listOf, nothing, paging } from '../fields.ts'
import { continents } from './network-names.ts'
import { operation } from './operation.ts'

const code = z
  .string({ error: '请输入代码' })
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, '代码只用小写字母、数字与连字符，如 jp-tokyo')
  .max(40, '代码最多40个字')
const degrees = (label: string, most: number) =>
  z
    .number({ error: `请输入${label}` })
    .min(-most, `${label}在 -${most} 到 ${most} 之间`)
    .max(most, `${label}在 -${most} 到 ${most} 之间`)
const sort = z.int({ error: '排序须为整数' }).min(0, '排序不小于0').max(9999, '排序最大9999')

const figures = {
  /** Lines that are not released. */
  lines: z.int(),
  free: z.int(),
  /** Of the free ones, promised to unpaid orders and to paid lines without an address. */
  reserved: z.int(),
  held: z.int(),
  bound: z.int(),
  cooling: z.int(),
  retired: z.int(),
  /** What can be bought there now, or could if it were published. */
  skus: z.int(),
}

const getNetworkRegions = operation({
  path: '/network/getNetworkRegions',
  access: ['network'],
  about: '地区，含专线、地址与在售规格的数量；low 表示某种接入方式在售而可售地址不足。',
  input: z.strictObject({
    keyword: line('关键词', 50).optional(),
    published: z.boolean({ error: '上架状态不正确' }).optional(),
    low: z.boolean({ error: '库存状态不正确' }).optional(),
    ...paging,
  }),
  output: listOf(
    z.object({
      region_id: id,
      code: z.string(),
      country: z.string(),
      city: z.string(),
      city_latin: z.string(),
      continent: z.string(),
      latitude: z.number(),
      longitude: z.number(),
      sort: z.int(),
      published: z.boolean(),
      low: z.boolean(),
      ...figures,
    }),
  ),
})

const getNetworkPlaces = operation({
  path: '/network/getNetworkPlaces',
  access: ['network'],
  about: '全部地区与接入方式的名称，供筛选与选择。',
  input: z.strictObject({}),
  output: z.object({
    regions: z.array(
      z.object({ region_id: id, code: z.string(), country: z.string(), city: z.string(), published: z.boolean() }),
    ),
    access_ways: z.array(z.object({ access_way_id: id, code: z.string(), name: z.string(), archived: z.boolean() })),
  }),
})

const setRegion = operation({
  path: '/network/setRegion',
  access: ['network'],
  audited: true,
  about: '新增或修改地区；新增的地区先不上架。代码创建后不能修改。',
  input: z.strictObject({
    region_id: id.optional(),
    code,
    country: line('国家或地区', 30),
    city: line('城市', 30),
    city_latin: line('英文名', 60),
    continent: z.enum(continents, { error: '请选择大洲' }),
    latitude: degrees('纬度', 90),
    longitude: degrees('经度', 180),
    sort,
  }),
  output: z.object({ region_id: id }),
  success: '已保存',
  codes: [-53021, -53600],
})

const setRegionPublished = operation({
  path: '/network/setRegionPublished',
  access: ['network'],
  audited: true,
  about: '上架或下架地区。下架后公开页面与购买页不再出现，其规格不能购买或续费；已有专线照常使用。',
  input: z.strictObject({ region_id: id, published: z.boolean({ error: '上架状态不正确' }) }),
  output: nothing,
  success: '已保存',
  codes: [-53021],
})

const getNetworkAccessWays = operation({
  path: '/network/getNetworkAccessWays',
  access: ['network'],
  about: '接入方式，含专线、地址与规格的数量。',
  input: z.strictObject({ ...paging }),
  output: listOf(
    z.object({
      access_way_id: id,
      code: z.string(),
      name: z.string(),
      about: z.string(),
      sort: z.int(),
      archived: z.boolean(),
      ...figures,
    }),
  ),
})

const setAccessWay = operation({
  path: '/network/setAccessWay',
  access: ['network'],
  audited: true,
  about: '新增或修改接入方式。代码创建后不能修改。',
  input: z.strictObject({
    access_way_id: id.optional(),
    code,
    name: line('名称', 30),
    about: line('说明', 200),
    sort,
  }),
  output: z.object({ access_way_id: id }),
  success: '已保存',
  codes: [-53021, -53601],
})

const setAccessWayArchived = operation({
  path: '/network/setAccessWayArchived',
  access: ['network'],
  audited: true,
  about: '归档或恢复接入方式。归档后不再出现，其规格不能购买或续费，也不能再导入地址；已有专线照常使用。',
  input: z.strictObject({ access_way_id: id, archived: z.boolean({ error: '归档状态不正确' }) }),
  output: nothing,
  success: '已保存',
  codes: [-53021],
})

export const networkPlaces = {
  getNetworkPlaces,
  getNetworkRegions,
  setRegion,
  setRegionPublished,
  getNetworkAccessWays,
  setAccessWay,
  setAccessWayArchived,
}
