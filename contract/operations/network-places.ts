import { z } from 'zod'
import { createOrUpdateInput } from '../create-or-update-input.ts'
import { id, line, listOf, paging } from '../fields.ts'
import { accessWay, region } from '../records/place.ts'
import { operation } from './operation.ts'

const getNetworkRegions = operation({
  path: '/network/getNetworkRegions',
  effect: 'read',
  access: ['network'],
  about: '地区，含专线、地址与在售规格的数量；low 表示某种接入方式在售而可售地址不足。',
  input: z.strictObject({
    keyword: line('关键词', 50).optional(),
    published: region.fields.published.publish.optional(),
    low: z.boolean({ error: '库存状态不正确' }).optional(),
    ...paging,
  }),
  output: listOf(region.schema),
})

const getNetworkPlaces = operation({
  path: '/network/getNetworkPlaces',
  effect: 'read',
  access: ['network', 'support'],
  about: '全部地区与接入方式的名称，供筛选与选择。',
  output: z.object({
    regions: z.array(region.schema.pick({ region_id: true, code: true, country: true, city: true, published: true })),
    access_ways: z.array(accessWay.schema.pick({ access_way_id: true, code: true, name: true, archived: true })),
  }),
})

const setRegion = operation({
  path: '/network/setRegion',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '添加或修改地区，只改动带上的项；添加的地区先不上架。代码创建后不能修改。',
  input: createOrUpdateInput('region_id', region.edit('set')),
  output: z.object({ region_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53600],
})

const setRegionPublished = operation({
  path: '/network/setRegionPublished',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '上架或下架地区。下架后公开页面与购买页不再出现，其规格不能购买或续费；已有专线照常使用。',
  input: z.strictObject({ region_id: id, ...region.input('publish') }),
  success: '已保存',
  codes: [-53021],
})

const getNetworkAccessWays = operation({
  path: '/network/getNetworkAccessWays',
  effect: 'read',
  access: ['network'],
  about: '接入方式，含专线、地址与规格的数量。',
  input: z.strictObject({ ...paging }),
  output: listOf(accessWay.schema),
})

const setAccessWay = operation({
  path: '/network/setAccessWay',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '添加或修改接入方式，只改动带上的项。代码创建后不能修改。',
  input: createOrUpdateInput('access_way_id', accessWay.edit('set')),
  output: z.object({ access_way_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53601],
})

const setAccessWayArchived = operation({
  path: '/network/setAccessWayArchived',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '归档或恢复接入方式。归档后不再出现，其规格不能购买或续费，也不能再导入地址；已有专线照常使用。',
  input: z.strictObject({ access_way_id: id, ...accessWay.input('archive') }),
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
