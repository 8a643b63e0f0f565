import { BankOutlined, ContactsOutlined, CustomerServiceOutlined, LaptopOutlined } from '@ant-design/icons'
import { lazyPage } from '#web/ui/lazy-page.ts'
import { operationsPaths } from '../paths.ts'
import type { MenuEntry } from './menu-entry.ts'

export const customerEntries: readonly MenuEntry[] = [
  {
    key: 'companies',
    name: '企业',
    group: '客户',
    path: operationsPaths.companies,
    icon: <BankOutlined />,
    roles: ['support', 'finance'],
    Page: lazyPage(() => import('../companies/companies-page.tsx'), 'CompaniesPage'),
  },
  {
    key: 'company',
    name: '企业详情',
    group: '客户',
    path: `${operationsPaths.companies}/:id`,
    icon: <BankOutlined />,
    roles: ['support', 'finance'],
    under: operationsPaths.companies,
    Page: lazyPage(() => import('../companies/company-page.tsx'), 'CompanyPage'),
  },
  {
    key: 'tickets',
    name: '工单',
    group: '客户',
    path: operationsPaths.tickets,
    icon: <CustomerServiceOutlined />,
    roles: ['support', 'finance', 'content', 'network'],
    Page: lazyPage(() => import('../tickets/tickets-page.tsx'), 'TicketsPage'),
  },
  {
    key: 'ticket',
    name: '工单详情',
    group: '客户',
    path: `${operationsPaths.tickets}/:id`,
    icon: <CustomerServiceOutlined />,
    roles: ['support', 'finance', 'content', 'network'],
    under: operationsPaths.tickets,
    Page: lazyPage(() => import('../tickets/ticket-page.tsx'), 'TicketPage'),
  },
  {
    key: 'accounts',
    name: '账号',
    group: '客户',
    path: operationsPaths.accounts,
    icon: <ContactsOutlined />,
    roles: ['support'],
    Page: lazyPage(() => import('../accounts/accounts-page.tsx'), 'AccountsPage'),
  },
  {
    key: 'one-account',
    name: '账号详情',
    group: '客户',
    path: `${operationsPaths.accounts}/:id`,
    icon: <ContactsOutlined />,
    roles: ['support'],
    under: operationsPaths.accounts,
    Page: lazyPage(() => import('../accounts/one-account-page.tsx'), 'OneAccountPage'),
  },
  {
    key: 'online-devices',
    name: '在线设备',
    group: '客户',
    path: operationsPaths.onlineDevices,
    icon: <LaptopOutlined />,
    roles: ['support'],
    Page: lazyPage(() => import('../devices/online-page.tsx'), 'OnlinePage'),
  },
]
