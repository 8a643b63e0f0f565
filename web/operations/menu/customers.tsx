import { BankOutlined, ContactsOutlined, LaptopOutlined } from '@ant-design/icons'
import { page } from '#web/ui/page.ts'
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
    Page: page(() => import('../companies/companies-page.tsx'), 'CompaniesPage'),
  },
  {
    key: 'company',
    name: '企业详情',
    group: '客户',
    path: `${operationsPaths.companies}/:id`,
    icon: <BankOutlined />,
    roles: ['support', 'finance'],
    under: operationsPaths.companies,
    Page: page(() => import('../companies/company-page.tsx'), 'CompanyPage'),
  },
  {
    key: 'accounts',
    name: '账号',
    group: '客户',
    path: operationsPaths.accounts,
    icon: <ContactsOutlined />,
    roles: ['support'],
    Page: page(() => import('../accounts/accounts-page.tsx'), 'AccountsPage'),
  },
  {
    key: 'one-account',
    name: '账号详情',
    group: '客户',
    path: `${operationsPaths.accounts}/:id`,
    icon: <ContactsOutlined />,
    roles: ['support'],
    under: operationsPaths.accounts,
    Page: page(() => import('../accounts/one-account-page.tsx'), 'OneAccountPage'),
  },
  {
    key: 'online-devices',
    name: '在线设备',
    group: '客户',
    path: operationsPaths.onlineDevices,
    icon: <LaptopOutlined />,
    roles: ['support'],
    Page: page(() => import('../devices/online-page.tsx'), 'OnlinePage'),
  },
]
