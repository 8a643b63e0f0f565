import {
  ApartmentOutlined,
  ApiOutlined,
  BankOutlined,
  ClusterOutlined,
  CustomerServiceOutlined,
  FileTextOutlined,
  GiftOutlined,
  GlobalOutlined,
  HistoryOutlined,
  HourglassOutlined,
  IdcardOutlined,
  InboxOutlined,
  LaptopOutlined,
  NodeIndexOutlined,
  PieChartOutlined,
  SafetyOutlined,
  ShopOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import type { ConsolePage } from '#web/data/console-page.ts'
import { consolePages, isAt } from '#web/data/console-pages.ts'
import { type LazyPage, lazyPage } from '#web/ui/lazy-page.ts'
import { EmployeesPage } from './employees/employees-page.tsx'

export interface MenuEntry extends ConsolePage {
  icon: ReactNode
  /** Absent if the page belongs to another module: its route is in web/routes.tsx, which may import both. */
  Page?: ComponentType | LazyPage
}

/** Each page's icon and component. The list of employees is part of the frame's chunk; other pages have their own. */
const parts: Record<(typeof consolePages)[number]['id'], Pick<MenuEntry, 'icon' | 'Page'>> = {
  1: {
    icon: <BankOutlined />,
    Page: lazyPage(() => import('./company/company-page.tsx'), 'CompanyPage'),
  },
  10: {
    icon: <ApartmentOutlined />,
    Page: lazyPage(() => import('./departments/departments-page.tsx'), 'DepartmentsPage'),
  },
  11: { icon: <TeamOutlined />, Page: EmployeesPage },
  12: {
    icon: <TeamOutlined />,
    Page: lazyPage(() => import('./employees/add/add-page.tsx'), 'AddPage'),
  },
  13: {
    icon: <TeamOutlined />,
    Page: lazyPage(() => import('./employees/details/details-page.tsx'), 'DetailsPage'),
  },
  14: {
    icon: <LaptopOutlined />,
    Page: lazyPage(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
  },
  26: {
    icon: <InboxOutlined />,
    Page: lazyPage(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  },
  29: {
    icon: <CustomerServiceOutlined />,
    Page: lazyPage(() => import('./tickets/tickets-page.tsx'), 'TicketsPage'),
  },
  40: {
    icon: <ApiOutlined />,
    Page: lazyPage(() => import('./open-interfaces/open-interfaces-page.tsx'), 'OpenInterfacesPage'),
  },
  42: {
    icon: <ClusterOutlined />,
    Page: lazyPage(() => import('./directory/directory-page.tsx'), 'DirectoryPage'),
  },
  41: {
    icon: <IdcardOutlined />,
    Page: lazyPage(() => import('./company-sign-in/company-sign-in-page.tsx'), 'CompanySignInPage'),
  },
  18: {
    icon: <HistoryOutlined />,
    Page: lazyPage(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
  },
  15: {
    icon: <NodeIndexOutlined />,
    Page: lazyPage(() => import('./lines/lines-page.tsx'), 'LinesPage'),
  },
  16: {
    icon: <NodeIndexOutlined />,
    Page: lazyPage(() => import('./lines/details/line-details-page.tsx'), 'LineDetailsPage'),
  },
  17: {
    icon: <SafetyOutlined />,
    Page: lazyPage(() => import('./authority/authority-page.tsx'), 'AuthorityPage'),
  },
  27: {
    icon: <ShopOutlined />,
    Page: lazyPage(() => import('./shops/shops-page.tsx'), 'ShopsPage'),
  },
  28: {
    icon: <ShopOutlined />,
    Page: lazyPage(() => import('./passport/passport-page.tsx'), 'PassportPage'),
  },
  20: { icon: <HourglassOutlined />, Page: lazyPage(() => import('./buy/hours-page.tsx'), 'HoursPage') },
  21: { icon: <GlobalOutlined />, Page: lazyPage(() => import('./buy/lines-page.tsx'), 'LinesPage') },
  24: {
    icon: <FileTextOutlined />,
    Page: lazyPage(() => import('./orders/orders-page.tsx'), 'OrdersPage'),
  },
  25: {
    icon: <FileTextOutlined />,
    Page: lazyPage(() => import('./orders/cashier/cashier-page.tsx'), 'CashierPage'),
  },
  130: { icon: <PieChartOutlined />, Page: lazyPage(() => import('./costs/costs-page.tsx'), 'CostsPage') },
  50: {
    icon: <WalletOutlined />,
    Page: lazyPage(() => import('./balance/balance-page.tsx'), 'BalancePage'),
  },
  51: { icon: <FileTextOutlined /> },
  22: {
    icon: <GiftOutlined />,
    Page: lazyPage(() => import('./coupons/center-page.tsx'), 'CenterPage'),
  },
  23: {
    icon: <TagsOutlined />,
    Page: lazyPage(() => import('./coupons/list-page.tsx'), 'CouponsPage'),
  },
  3: { icon: <UserOutlined /> },
}

/** The console's pages. Each defines a menu entry, a route, a tab and a title. */
export const menu: readonly MenuEntry[] = consolePages.map(page => ({ ...page, ...parts[page.id] }))

/** Reports whether the scripts of a page are loaded. */
export function isPageLoaded(path: string): boolean {
  const Page = entryAt(path)?.Page
  return Page !== undefined && (!('isLoaded' in Page) || Page.isLoaded())
}

export const entryAt = (path: string) => menu.find(entry => isAt(entry, path))
export const entryOf = (id: number) => menu.find(entry => entry.id === id)
