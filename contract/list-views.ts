import { z } from 'zod'
import { call } from './call.ts'
import { id } from './fields.ts'
import { listView } from './records/list-view.ts'

export const getListViews = call({
  path: '/v1/company/getListViews',
  effect: 'read',
  access: 'manager',
  within: { narrowed: true },
  about: '一个列表已保存的视图：本人的；看得到整个列表的，还有在职的管理员共享的。',
  input: z.strictObject({ list: listView.fields.list.add }),
  output: z.object({ list: z.array(listView.schema) }),
})

export const addListView = call({
  path: '/v1/company/addListView',
  effect: 'change',
  access: 'manager',
  within: { narrowed: true },
  about: '保存本人的视图：筛选、排序与列；同一列表里同名的被替换。shared 使看得到整个列表的同事也看得到。',
  input: z.strictObject(listView.input('add')),
  output: z.object({ view_id: id }),
  success: '已保存视图',
  codes: [-41023],
})

export const removeListView = call({
  path: '/v1/company/removeListView',
  effect: 'change',
  access: 'manager',
  within: { narrowed: true },
  about: '删除本人的一个视图；不存在时什么也不发生。',
  input: z.strictObject({ view_id: id }),
  success: '已删除视图',
})
