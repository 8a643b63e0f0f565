import {
  ApartmentOutlined,
  ApiOutlined,
  BankOutlined,
  FileTextOutlined,
  GiftOutlined,
  GlobalOutlined,
  HourglassOutlined,
  InboxOutlined,
  LaptopOutlined,
  NodeIndexOutlined,
  SafetyOutlined,
  ShopOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { plainPath } from '#web/data/plain-path.ts'
import { lazyPage } from '#web/ui/lazy-page.ts'

export interface MenuEntry {
  /** Stored with the open tabs, so it is never reused for another page. */
  id: number
  name: string
  group: '企业' | '专线' | '购买' | '订单' | '优惠' | '个人'
  path: string
  icon: ReactNode
  /** The parent entry of a page that is reached from another one and has no entry of its own. */
  under?: string
  /** Absent if the page belongs to another module: web/routes.tsx, which may import both, has its route. */
  Page?: ComponentType
}

/** The console's pages. Each line defines a menu entry, a route, a tab and a title. */
export const menu: readonly MenuEntry[] = [
  {
    id: 1,
    name: '企业信息',
    group: '企业',
    path: paths.company,
    icon: <BankOutlined />,
    Page: lazyPage(() => import('./company/company-page.tsx'), 'CompanyPage'),
  },
  {
    id: 10,
    name: '部门',
    group: '企业',
    path: paths.departments,
    icon: <ApartmentOutlined />,
    Page: lazyPage(() => import('./departments/departments-page.tsx'), 'DepartmentsPage'),
  },
  {
    id: 11,
    name: '员工与时长',
    group: '企业',
    path: paths.employees,
    icon: <TeamOutlined />,
    Page: lazyPage(() => import('./employees/employees-page.tsx'), 'EmployeesPage'),
  },
  {
    id: 12,
    name: '添加员工',
    group: '企业',
    path: paths.addEmployee,
    icon: <TeamOutlined />,
    under: paths.employees,
    Page: lazyPage(() => import('./employees/add/add-page.tsx'), 'AddPage'),
  },
  {
    id: 13,
    name: '员工详情',
    group: '企业',
    path: paths.employeeDetails,
    icon: <TeamOutlined />,
    under: paths.employees,
    Page: lazyPage(() => import('./employees/details/details-page.tsx'), 'DetailsPage'),
  },
  {
    id: 14,
    name: '设备',
    group: '企业',
    path: paths.deviceManage,
    icon: <LaptopOutlined />,
    Page: lazyPage(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
  },
  {
    id: 40,
    name: '开放接口',
    group: '企业',
    path: paths.openInterfaces,
    icon: <ApiOutlined />,
    Page: lazyPage(() => import('./open-interfaces/open-interfaces-page.tsx'), 'OpenInterfacesPage'),
  },
  {
    id: 26,
    name: '员工申请',
    group: '企业',
    path: paths.requests,
    icon: <InboxOutlined />,
    Page: lazyPage(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  },
  {
    id: 15,
    name: '虚拟专线',
    group: '专线',
    path: paths.manageLine,
    icon: <NodeIndexOutlined />,
    Page: lazyPage(() => import('./lines/lines-page.tsx'), 'LinesPage'),
  },
  {
    id: 16,
    name: '专线详情',
    group: '专线',
    path: paths.lineDetails,
    icon: <NodeIndexOutlined />,
    under: paths.manageLine,
    Page: lazyPage(() => import('./lines/details/line-details-page.tsx'), 'LineDetailsPage'),
  },
  {
    id: 17,
    name: '专线权限',
    group: '专线',
    path: paths.authority,
    icon: <SafetyOutlined />,
    Page: lazyPage(() => import('./authority/authority-page.tsx'), 'AuthorityPage'),
  },
  {
    id: 18,
    name: '店铺与账号',
    group: '专线',
    path: paths.shops,
    icon: <ShopOutlined />,
    Page: lazyPage(() => import('./shops/shops-page.tsx'), 'ShopsPage'),
  },
  {
    id: 19,
    name: '地址护照',
    group: '专线',
    path: paths.linePassport,
    icon: <ShopOutlined />,
    under: paths.manageLine,
    Page: lazyPage(() => import('./passport/passport-page.tsx'), 'PassportPage'),
  },
  {
    id: 20,
    name: '购买员工时长',
    group: '购买',
    path: paths.buyHours,
    icon: <HourglassOutlined />,
    Page: lazyPage(() => import('./buy/hours-page.tsx'), 'HoursPage'),
  },
  {
    id: 21,
    name: '购买虚拟专线',
    group: '购买',
    path: paths.buyLines,
    icon: <GlobalOutlined />,
    Page: lazyPage(() => import('./buy/lines-page.tsx'), 'LinesPage'),
  },
  {
    id: 24,
    name: '订单记录',
    group: '订单',
    path: paths.orderRecord,
    icon: <FileTextOutlined />,
    Page: lazyPage(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
  },
  {
    id: 25,
    name: '收银台',
    group: '订单',
    path: paths.cashier,
    icon: <FileTextOutlined />,
    under: paths.orderRecord,
    Page: lazyPage(() => import('./orders/cashier/cashier-page.tsx'), 'CashierPage'),
  },
  {
    id: 22,
    name: '领券中心',
    group: '优惠',
    path: paths.couponCenter,
    icon: <GiftOutlined />,
    Page: lazyPage(() => import('./coupons/center-page.tsx'), 'CenterPage'),
  },
  {
    id: 23,
    name: '我的优惠券',
    group: '优惠',
    path: paths.coupons,
    icon: <TagsOutlined />,
    Page: lazyPage(() => import('./coupons/list-page.tsx'), 'CouponsPage'),
  },
  {
    id: 3,
    name: '个人信息',
    group: '个人',
    path: paths.managePersonal,
    icon: <UserOutlined />,
  },
]

export const entryAt = (path: string) => menu.find(entry => plainPath(entry.path) === plainPath(path))
export const entryOf = (id: number) => menu.find(entry => entry.id === id)
