import { z } from 'zod'
import { id } from '../fields.ts'
import { listView } from '../records/list-view.ts'
import { operation } from './operation.ts'

const getOfficeViews = operation({
  path: '/views/getOfficeViews',
  effect: 'read',
  access: 'operator',
  about: '后台一个列表已保存的视图：本人的，与同事共享的。视图只是筛选条件，看得到什么仍由角色决定。',
  input: z.strictObject({ list: listView.fields.list.add }),
  output: z.object({ list: z.array(listView.schema) }),
})

const addOfficeView = operation({
  path: '/views/addOfficeView',
  effect: 'change',
  access: 'operator',
  audited: true,
  about: '保存本人的视图：筛选、排序与列；同一列表里同名的被替换。shared 使其他同事也看得到。',
  input: z.strictObject(listView.input('add')),
  output: z.object({ view_id: id }),
  success: '已保存视图',
  codes: [-41023],
})

const removeOfficeView = operation({
  path: '/views/removeOfficeView',
  effect: 'change',
  access: 'operator',
  audited: true,
  about: '删除本人的一个视图。',
  input: z.strictObject({ view_id: id }),
  codes: [-53021],
  success: '已删除视图',
})

export const officeViews = { getOfficeViews, addOfficeView, removeOfficeView }
