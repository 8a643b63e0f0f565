import { expect, test } from 'vitest'
import { likelyHeading } from './likely-heading.ts'

const labels = [
  '手机号',
  '姓名',
  '工号',
  '部门',
  '设备上限',
  '时长（天）',
  '店铺名称',
  '店铺编号',
  '负责人',
  '专线',
  '专线组',
]

test.each([
  ['所属部门', '部门'],
  ['手机号码', '手机号'],
  ['手机', '手机号'],
  ['部门负责人', '负责人'],
  ['专线组名', '专线组'],
  ['使用时长', '时长（天）'],
  ['店铺名', '店铺名称'],
  ['店铺遍号', '店铺编号'],
  ['店铺', null],
  ['设备数', null],
  ['备注', null],
  ['姓', null],
])('%s probably means %s', (title, label) => {
  expect(likelyHeading(title, labels)).toBe(label)
})
