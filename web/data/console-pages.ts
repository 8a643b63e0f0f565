import { type Duty, dutyNames, limitedDuty } from '#contract/duty-names.ts'
import { paths } from '#contract/paths.ts'
import { keysOf } from '#contract/typed-keys.ts'
import type { ConsolePage } from './console-page.ts'
import { firstCalls } from './first-calls.ts'
import { plainPath } from './plain-path.ts'
import { reachOf } from './stored-reach.ts'

/** The console's pages as plain data, from which both the server-rendered shell and the menu are made. */
export const consolePages = [
  {
    id: 1,
    name: '企业信息',
    group: '企业',
    path: paths.company,
    help: 'company-verification',
    duties: 'all',
    source: 'web/console/company/company-page.tsx',
    calls: firstCalls.company,
  },
  {
    id: 10,
    name: '部门',
    group: '企业',
    path: paths.departments,
    help: 'departments',
    duties: ['reader'],
    source: 'web/console/departments/departments-page.tsx',
    calls: firstCalls.departments,
  },
  {
    id: 11,
    name: '员工与时长',
    group: '企业',
    path: paths.employees,
    help: 'add-employee',
    duties: ['reader', 'devices', 'department'],
    calls: firstCalls.employees,
  },
  {
    id: 12,
    name: '添加员工',
    group: '企业',
    path: paths.addEmployee,
    help: 'add-employee',
    duties: ['department'],
    under: paths.employees,
    source: 'web/console/employees/add/add-page.tsx',
  },
  {
    id: 13,
    name: '员工详情',
    group: '企业',
    path: paths.employeeDetails,
    about: 'employee_id',
    help: 'offboarding',
    duties: ['reader', 'devices', 'department'],
    under: paths.employees,
    source: 'web/console/employees/details/details-page.tsx',
  },
  {
    id: 14,
    name: '设备',
    group: '企业',
    path: paths.deviceManage,
    help: 'device-audit',
    duties: ['reader', 'devices', 'department'],
    source: 'web/console/devices/devices-page.tsx',
    calls: firstCalls.deviceManage,
  },
  {
    id: 26,
    name: '员工申请',
    group: '企业',
    path: paths.requests,
    help: 'requests',
    duties: ['reader'],
    source: 'web/console/requests/requests-page.tsx',
    calls: firstCalls.requests,
  },
  {
    id: 29,
    name: '工单',
    group: '企业',
    path: paths.tickets,
    help: 'tickets',
    source: 'web/console/tickets/tickets-page.tsx',
    calls: firstCalls.tickets,
  },
  {
    id: 40,
    name: '开放接口',
    group: '企业',
    path: paths.openInterfaces,
    help: 'open-interfaces',
    source: 'web/console/open-interfaces/open-interfaces-page.tsx',
    calls: firstCalls.openInterfaces,
  },
  {
    id: 42,
    name: '企业目录',
    group: '企业',
    path: paths.directory,
    help: 'directory',
    source: 'web/console/directory/directory-page.tsx',
    calls: firstCalls.directory,
  },
  {
    id: 41,
    name: '企业登录',
    group: '企业',
    path: paths.companySignIn,
    help: 'company-sign-in',
    source: 'web/console/company-sign-in/company-sign-in-page.tsx',
    calls: firstCalls.companySignIn,
  },
  {
    id: 18,
    name: '操作记录',
    group: '企业',
    path: paths.activity,
    help: 'company-log',
    duties: ['reader'],
    source: 'web/console/activity/activity-page.tsx',
    calls: firstCalls.activity,
  },
  {
    id: 15,
    name: '虚拟专线',
    group: '专线',
    path: paths.manageLine,
    help: 'line-states',
    duties: ['reader', 'finance'],
    source: 'web/console/lines/lines-page.tsx',
    calls: firstCalls.manageLine,
  },
  {
    id: 16,
    name: '专线详情',
    group: '专线',
    path: paths.lineDetails,
    about: 'svp_id',
    help: 'bind-ip',
    duties: ['reader', 'finance'],
    under: paths.manageLine,
    source: 'web/console/lines/details/line-details-page.tsx',
  },
  {
    id: 17,
    name: '专线权限',
    group: '专线',
    path: paths.authority,
    help: 'line-permission',
    duties: ['reader'],
    source: 'web/console/authority/authority-page.tsx',
    calls: firstCalls.authority,
  },
  {
    id: 27,
    name: '店铺与账号',
    group: '专线',
    path: paths.shops,
    help: 'shops',
    duties: ['reader'],
    source: 'web/console/shops/shops-page.tsx',
    calls: firstCalls.shops,
  },
  {
    id: 28,
    name: '地址护照',
    group: '专线',
    path: paths.linePassport,
    about: 'svp_id',
    help: 'passport',
    duties: ['reader'],
    under: paths.manageLine,
    source: 'web/console/passport/passport-page.tsx',
  },
  {
    id: 20,
    name: '购买员工时长',
    group: '购买',
    path: paths.buyHours,
    help: 'buy-hours',
    duties: ['finance'],
    source: 'web/console/buy/hours-page.tsx',
    calls: firstCalls.buyHours,
  },
  {
    id: 21,
    name: '购买虚拟专线',
    group: '购买',
    path: paths.buyLines,
    help: 'buy-line',
    duties: ['finance'],
    source: 'web/console/buy/lines-page.tsx',
    calls: firstCalls.buyLines,
  },
  {
    id: 24,
    name: '订单记录',
    group: '订单',
    path: paths.orderRecord,
    help: 'pay-and-invoice',
    duties: ['reader', 'finance'],
    source: 'web/console/orders/orders-page.tsx',
    calls: firstCalls.orderRecord,
  },
  {
    id: 130,
    name: '费用',
    group: '订单',
    path: paths.costs,
    help: 'costs',
    duties: ['reader', 'finance'],
    source: 'web/console/costs/costs-page.tsx',
    calls: firstCalls.costs,
    slow: true,
  },
  {
    id: 25,
    name: '收银台',
    group: '订单',
    path: paths.cashier,
    about: 'order_id',
    help: 'pay-and-invoice',
    duties: ['finance'],
    under: paths.orderRecord,
    source: 'web/console/orders/cashier/cashier-page.tsx',
  },
  {
    // Gateways return here, at a separate address, so that a user who paid in the console stays in it.
    id: 51,
    name: '订单结果',
    group: '订单',
    path: paths.buySuccess,
    otherPath: paths.buyFailed,
    about: 'order_id',
    help: 'pay-and-invoice',
    duties: ['reader', 'finance'],
    under: paths.orderRecord,
    source: 'web/account/payment-result/payment-result-page.tsx',
  },
  {
    id: 50,
    name: '余额',
    group: '订单',
    path: paths.balance,
    help: 'pay-and-invoice',
    duties: ['reader', 'finance'],
    source: 'web/console/balance/balance-page.tsx',
    calls: firstCalls.balance,
  },
  {
    id: 22,
    name: '领券中心',
    group: '优惠',
    path: paths.couponCenter,
    help: 'coupons',
    duties: ['finance'],
    source: 'web/console/coupons/center-page.tsx',
    calls: firstCalls.couponCenter,
  },
  {
    id: 23,
    name: '我的优惠券',
    group: '优惠',
    path: paths.coupons,
    help: 'coupons',
    duties: ['reader', 'finance'],
    source: 'web/console/coupons/list-page.tsx',
    calls: firstCalls.coupons,
  },
  {
    id: 3,
    name: '个人信息',
    group: '个人',
    path: paths.managePersonal,
    help: 'password-and-phone',
    duties: 'all',
    source: 'web/account/personal/personal-page.tsx',
    calls: firstCalls.managePersonal,
  },
] as const satisfies readonly ConsolePage[]

const pages: readonly ConsolePage[] = consolePages

/** Returns what identifies a page: its path and its subject. A filter does not make it another page. */
export function identityOf(address: string): string {
  const [path = '', query] = address.split('?', 2)
  const page = consolePageAt(path)
  return page?.about ? `${plainPath(page.path)}?${new URLSearchParams(query).get(page.about)}` : plainPath(path)
}

/**
 * Reports whether a duty includes a page; managers have no duty and see all pages. A duty limited to departments includes only
 * pages that the head of one may open as well.
 */
export const isReached = ({ duties }: ConsolePage, duty: Duty | null, limited: boolean): boolean =>
  duty === null || duties === 'all' || (duties?.includes(duty) === true && (!limited || duties.includes(limitedDuty)))

/** All that the browser may store about who may open a page. */
export const reachesTo = (page: ConsolePage): string[] =>
  [false, true].flatMap(limited =>
    keysOf(dutyNames)
      .filter(duty => isReached(page, duty, limited))
      .map(duty => reachOf(duty, limited)),
  )

export const isAt = ({ path, otherPath }: ConsolePage, at: string) =>
  plainPath(path) === plainPath(at) || (otherPath !== undefined && plainPath(otherPath) === plainPath(at))
export const consolePageAt = (path: string) => pages.find(page => isAt(page, path))
/** Reports whether a duty includes the page at an address; addresses outside the console are open to all. */
export function reaches(to: string, duty: Duty | null, limited: boolean): boolean {
  const page = consolePageAt(to.split(/[?#]/, 1)[0] ?? to)
  return page === undefined || isReached(page, duty, limited)
}
export const menuGroups = [...new Set(pages.map(({ group }) => group))].map(group => ({
  group,
  entries: pages.filter(page => page.group === group && !page.under),
}))
