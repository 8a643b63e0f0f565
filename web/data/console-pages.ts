import type { CallName, InputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { plainPath } from './plain-path.ts'

/** A call and the input with which a page makes it first, exactly as the page writes it. */
type FirstCall = { [Name in CallName]: readonly [name: Name, input: InputOf<Name>] }[CallName]

export interface ConsolePage {
  /** Stored with the open tabs, so it is never reused for another page. */
  id: number
  name: string
  group: '企业' | '专线' | '购买' | '订单' | '优惠' | '个人'
  path: string
  /** The parent entry of a page that is reached from another one and has no entry of its own. */
  under?: string
  /** The source of the page, whose scripts the document names so that they load beside those of the app. */
  source?: string
  /**
   * What the page asks for when its address says nothing more. The document and whoever points at its entry in the menu ask
   * beforehand; a page that asks for something else asks itself.
   */
  calls?: readonly FirstCall[]
}

const list = { page: 1, page_size: 20 }

/** The console's pages as plain data: the shell, which the server writes, and the menu are made of it. */
export const consolePages = [
  {
    id: 1,
    name: '企业信息',
    group: '企业',
    path: paths.company,
    source: 'web/console/company/company-page.tsx',
    calls: [
      ['getCompanyInfo', {}],
      ['getCompanyData', {}],
    ],
  },
  {
    id: 10,
    name: '部门',
    group: '企业',
    path: paths.departments,
    source: 'web/console/departments/departments-page.tsx',
    calls: [['getDeptListByCompanyId', {}]],
  },
  {
    id: 11,
    name: '员工与时长',
    group: '企业',
    path: paths.employees,
    calls: [
      ['getCompanyUserList', list],
      ['getDeptListByCompanyId', {}],
      ['getServiceBalance', {}],
    ],
  },
  {
    id: 12,
    name: '添加员工',
    group: '企业',
    path: paths.addEmployee,
    under: paths.employees,
    source: 'web/console/employees/add/add-page.tsx',
  },
  {
    id: 13,
    name: '员工详情',
    group: '企业',
    path: paths.employeeDetails,
    under: paths.employees,
    source: 'web/console/employees/details/details-page.tsx',
  },
  {
    id: 14,
    name: '设备',
    group: '企业',
    path: paths.deviceManage,
    source: 'web/console/devices/devices-page.tsx',
    calls: [['getDeviceList', list]],
  },
  {
    id: 26,
    name: '员工申请',
    group: '企业',
    path: paths.requests,
    source: 'web/console/requests/requests-page.tsx',
  },
  {
    id: 40,
    name: '开放接口',
    group: '企业',
    path: paths.openInterfaces,
    source: 'web/console/open-interfaces/open-interfaces-page.tsx',
  },
  {
    id: 18,
    name: '操作记录',
    group: '企业',
    path: paths.activity,
    source: 'web/console/activity/activity-page.tsx',
    calls: [['getCompanyActivity', list]],
  },
  {
    id: 15,
    name: '虚拟专线',
    group: '专线',
    path: paths.manageLine,
    source: 'web/console/lines/lines-page.tsx',
    calls: [
      ['getCompanyVplList', list],
      ['getVplMap', {}],
    ],
  },
  {
    id: 16,
    name: '专线详情',
    group: '专线',
    path: paths.lineDetails,
    under: paths.manageLine,
    source: 'web/console/lines/details/line-details-page.tsx',
  },
  {
    id: 17,
    name: '专线权限',
    group: '专线',
    path: paths.authority,
    source: 'web/console/authority/authority-page.tsx',
    calls: [['getVplGroupList', {}]],
  },
  {
    id: 27,
    name: '店铺与账号',
    group: '专线',
    path: paths.shops,
    source: 'web/console/shops/shops-page.tsx',
  },
  {
    id: 28,
    name: '地址护照',
    group: '专线',
    path: paths.linePassport,
    under: paths.manageLine,
    source: 'web/console/passport/passport-page.tsx',
  },
  {
    id: 20,
    name: '购买员工时长',
    group: '购买',
    path: paths.buyHours,
    source: 'web/console/buy/hours-page.tsx',
  },
  {
    id: 21,
    name: '购买虚拟专线',
    group: '购买',
    path: paths.buyLines,
    source: 'web/console/buy/lines-page.tsx',
  },
  {
    id: 24,
    name: '订单记录',
    group: '订单',
    path: paths.orderRecord,
    source: 'web/console/orders/orders-page.tsx',
    calls: [['getOrderList', list]],
  },
  {
    id: 25,
    name: '收银台',
    group: '订单',
    path: paths.cashier,
    under: paths.orderRecord,
    source: 'web/console/orders/cashier/cashier-page.tsx',
  },
  {
    id: 22,
    name: '领券中心',
    group: '优惠',
    path: paths.couponCenter,
    source: 'web/console/coupons/center-page.tsx',
  },
  {
    id: 23,
    name: '我的优惠券',
    group: '优惠',
    path: paths.coupons,
    source: 'web/console/coupons/list-page.tsx',
  },
  {
    id: 3,
    name: '个人信息',
    group: '个人',
    path: paths.managePersonal,
    source: 'web/account/personal/personal-page.tsx',
  },
] as const satisfies readonly ConsolePage[]

const pages: readonly ConsolePage[] = consolePages

export const consolePageAt = (path: string) => pages.find(page => plainPath(page.path) === plainPath(path))
export const menuGroups = [...new Set(pages.map(({ group }) => group))].map(group => ({
  group,
  entries: pages.filter(page => page.group === group && !page.under),
}))
