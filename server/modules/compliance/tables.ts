import { describeHours } from '#contract/access-times.ts'
import { activityNames } from '#contract/activity-names.ts'
import { endReasonNames, findingNames, shopPlatformNames } from '#contract/connection-names.ts'
import { deviceLogNames, platformNames } from '#contract/device-names.ts'
import { lineActions } from '#contract/line-names.ts'
import { employeeActions } from '#contract/people.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import {
  activityOf,
  connectionsOf,
  consentsOf,
  deviceLogOf,
  devicesOf,
  employeeLogOf,
  grantsOf,
  lineLogOf,
  ordersOf,
  type ReadPage,
  verificationsOf,
} from './contents.sql.ts'

export interface Handles {
  system: Database
  company: Database
  companyId: string
  rules: Pick<Config, 'ownVerification'>
}

export interface Table {
  file: string
  titles: string[]
  /** Translates stored values under a title into the readers' words. */
  words?: Record<string, Word>
  read: (handles: Handles) => ReadPage
}

type Word = (cell: string) => string

/** A value without a translation is written as it is stored. */
const wordOf =
  (names: Partial<Record<string, string>>): Word =>
  cell =>
    names[cell] ?? cell

const each =
  (word: Word): Word =>
  cell =>
    cell.split(' ').map(word).join('、')

const ofCompany =
  (read: (company: Database, companyId: string) => ReadPage): Table['read'] =>
  ({ company, companyId }) =>
    read(company, companyId)

const ofSystem =
  (read: (system: Database, companyId: string) => ReadPage): Table['read'] =>
  ({ system, companyId }) =>
    read(system, companyId)
const log = (subject: string) => ['时间', subject, `${subject}编号`, '操作', '操作人', '说明']

/** The tables of the pack. People and accounts belong to no company, so they are read by the system. */
export const packTables: readonly Table[] = [
  {
    file: '1-认证/认证.csv',
    titles: ['类别', '姓名', '企业名称', '统一社会信用代码', '状态', '提交时间', '审核时间'],
    read: ({ system, companyId, rules }) => verificationsOf(system, companyId, rules),
  },
  {
    file: '2-同意与合同/同意.csv',
    titles: ['姓名', '内容', '版本', '同意时间', '撤回时间'],
    read: ofSystem(consentsOf),
  },
  {
    file: '2-同意与合同/订单.csv',
    titles: ['订单号', '内容', '应付（元）', '状态', '下单人', '付款时间'],
    read: ofCompany(ordersOf),
  },
  {
    file: '3-设备/设备.csv',
    titles: ['设备', '使用人', '平台', '系统版本', '客户端版本', '审核', '授权', '审核时间', '最后在线'],
    words: { 平台: wordOf(platformNames) },
    read: ofCompany(devicesOf),
  },
  {
    file: '4-授权/授权.csv',
    titles: ['专线组', '对象', '名称', '期限', '时段', '专线'],
    words: { 时段: hours => hours && describeHours(hours) },
    read: ofCompany(grantsOf),
  },
  {
    file: '5-记录/操作记录.csv',
    titles: ['时间', '操作人', '操作', '对象', '说明'],
    words: { 操作: wordOf(activityNames) },
    read: ofCompany(activityOf),
  },
  {
    file: '5-记录/员工记录.csv',
    titles: log('员工'),
    words: { 操作: wordOf(employeeActions) },
    read: ofCompany(employeeLogOf),
  },
  {
    file: '5-记录/设备记录.csv',
    titles: log('设备'),
    words: { 操作: wordOf(deviceLogNames) },
    read: ofCompany(deviceLogOf),
  },
  {
    file: '5-记录/专线记录.csv',
    titles: log('专线'),
    words: { 操作: wordOf(lineActions) },
    read: ofCompany(lineLogOf),
  },
  {
    file: '6-护照/连接.csv',
    titles: ['地址', '人员', '设备', '平台', '店铺编号', '建立', '结束', '结束原因', '提醒', '链上散列'],
    words: { 平台: wordOf(shopPlatformNames), 结束原因: wordOf(endReasonNames), 提醒: each(wordOf(findingNames)) },
    read: ofCompany(connectionsOf),
  },
]
