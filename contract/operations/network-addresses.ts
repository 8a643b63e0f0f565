import { z } from 'zod'
import { id, line, listOf, moment, paging } from '../fields.ts'
import { address, addressSpan } from '../records/address.ts'
import { addressStates } from '../records/address-fields.ts'
import { addressChanges, addressesAtOnce } from './network-names.ts'
import { operation } from './operation.ts'

const addressIds = z
  .array(id, { error: '请选择地址' })
  .min(1, '请选择地址')
  .max(addressesAtOnce, `一次最多${addressesAtOnce}个地址`)

const getAddressList = operation({
  path: '/network/getAddressList',
  effect: 'read',
  access: ['network'],
  about:
    '地址，按地址排序。关键词是完整地址、前几段、CIDR，或企业名称。stock 是所选地区与接入方式空闲的地址数，与其中已承诺给待支付订单或待绑定专线的；按企业或关键词找、或选了别的状态时为空。',
  input: z.strictObject({
    region_id: id.optional(),
    access_way_id: id.optional(),
    state: z.enum(addressStates, { error: '状态不正确' }).optional(),
    company_id: id.optional(),
    keyword: line('关键词', 80).optional(),
    ...paging,
  }),
  output: listOf(address.schema).extend({
    more: z.boolean(),
    stock: z.object({ free: z.int(), reserved: z.int() }).nullable(),
  }),
})

const getAddressHistory = operation({
  path: '/network/getAddressHistory',
  effect: 'read',
  access: ['network'],
  about: '哪条专线何时用过这个地址，最新的在前；带 at 时只答复那一刻的使用者。',
  input: z.strictObject({ address_id: id, at: moment('时间格式不正确').optional() }),
  output: address.schema.pick({ address: true, created_at: true }).extend({ list: z.array(addressSpan.schema) }),
  codes: [-53021],
})

const addAddresses = operation({
  path: '/network/addAddresses',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '手工添加一段地址：单个地址、CIDR（不含网络地址与广播地址）或“起始-结束”。',
  input: z.strictObject({ ...address.input('add'), range: line('地址', 100) }),
  output: z.object({ added: z.int(), known: z.int() }),
  codes: [-53020, -53021],
})

const setAddressState = operation({
  path: '/network/setAddressState',
  effect: 'change',
  access: ['network'],
  audited: true,
  about: '保留、放回空闲或停用地址；全部可行才执行。已绑定的须先更换专线的地址，已承诺的不能收走。',
  input: z.strictObject({
    address_ids: addressIds,
    change: z.enum(addressChanges, { error: '操作不正确' }),
    reason: line('原因', 200),
  }),
  output: z.object({ changed: z.int() }),
  codes: [-53020],
})

const setAddressGateway = operation({
  path: '/network/setAddressGateway',
  effect: 'change',
  access: ['network'],
  audited: true,
  about:
    '修改地址的网关；正在使用的专线与客户端立即得到新的网关。写明 most_bound 时，其中正被专线使用的多于它就都不修改。',
  input: z.strictObject({
    address_ids: addressIds,
    ...address.input('change'),
    most_bound: z.int().min(0).optional(),
  }),
  output: z.object({ changed: z.int() }),
  codes: [-53020],
})

export const networkAddresses = {
  getAddressList,
  getAddressHistory,
  addAddresses,
  setAddressState,
  setAddressGateway,
}
