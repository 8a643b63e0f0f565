import {
  AuditOutlined,
  BankOutlined,
  FileSearchOutlined,
  FileTextOutlined,
  RollbackOutlined,
  ShoppingOutlined,
  TeamOutlined,
  UserOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { approvalRoles, mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import { page } from '#web/ui/page.ts'
import { operationsPaths } from './paths.ts'

export interface MenuEntry {
  /** Its queue on the server (server/operations/waiting.ts), if it has one. */
  key: string
  name: string
  group: '总览' | '审核' | '客户' | '交易' | '网络' | '内容' | '渠道' | '管理'
  path: string
  icon: ReactNode
  /** Who sees it; the owner sees everything. Its calls ask again. */
  roles: readonly OperatorRole[] | 'all'
  /** Reached from another page, under which the menu shows it; not in the menu itself. May hold a parameter. */
  under?: string
  Page: ComponentType
}

/** The back office's pages. A line here makes the menu entry, the route and the title. The first that an operator may see is home. */
export const menu: readonly MenuEntry[] = [
  {
    key: 'approvals',
    name: '待确认',
    group: '审核',
    path: operationsPaths.approvals,
    icon: <AuditOutlined />,
    roles: approvalRoles,
    Page: page(() => import('./approvals/approvals-page.tsx'), 'ApprovalsPage'),
  },
  {
    key: 'orders',
    name: '订单',
    group: '交易',
    path: operationsPaths.orders,
    icon: <ShoppingOutlined />,
    roles: ['finance'],
    Page: page(() => import('./sales/orders-page.tsx'), 'OrdersPage'),
  },
  {
    key: 'order',
    name: '订单详情',
    group: '交易',
    path: `${operationsPaths.orders}/:number`,
    icon: <ShoppingOutlined />,
    roles: ['finance'],
    under: operationsPaths.orders,
    Page: page(() => import('./sales/order-page.tsx'), 'OrderPage'),
  },
  {
    key: 'transfers',
    name: '对公转账',
    group: '交易',
    path: operationsPaths.transfers,
    icon: <BankOutlined />,
    roles: ['finance'],
    Page: page(() => import('./sales/transfers-page.tsx'), 'TransfersPage'),
  },
  {
    key: 'statement',
    name: '导入银行流水',
    group: '交易',
    path: operationsPaths.statement,
    icon: <BankOutlined />,
    roles: ['finance'],
    under: operationsPaths.transfers,
    Page: page(() => import('./sales/statement-page.tsx'), 'StatementPage'),
  },
  {
    key: 'refunds',
    name: '退款',
    group: '交易',
    path: operationsPaths.refunds,
    icon: <RollbackOutlined />,
    roles: ['finance'],
    Page: page(() => import('./sales/refunds-page.tsx'), 'RefundsPage'),
  },
  {
    key: 'money',
    name: '异常款项',
    group: '交易',
    path: operationsPaths.money,
    icon: <WarningOutlined />,
    roles: ['finance'],
    Page: page(() => import('./sales/money-page.tsx'), 'MoneyPage'),
  },
  {
    key: 'invoices',
    name: '发票',
    group: '交易',
    path: operationsPaths.invoices,
    icon: <FileTextOutlined />,
    roles: ['finance'],
    Page: page(() => import('./sales/invoices-page.tsx'), 'InvoicesPage'),
  },
  {
    key: 'operators',
    name: '操作员',
    group: '管理',
    path: operationsPaths.operators,
    icon: <TeamOutlined />,
    roles: [],
    Page: page(() => import('./operators/operators-page.tsx'), 'OperatorsPage'),
  },
  {
    key: 'audit',
    name: '审计日志',
    group: '管理',
    path: operationsPaths.audit,
    icon: <FileSearchOutlined />,
    roles: [],
    Page: page(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    key: 'account',
    name: '我的账号',
    group: '管理',
    path: operationsPaths.account,
    icon: <UserOutlined />,
    roles: 'all',
    Page: page(() => import('./account/account-page.tsx'), 'AccountPage'),
  },
]

export const maySee = (entry: MenuEntry, roles: readonly OperatorRole[]): boolean =>
  entry.roles === 'all' || mayDo(roles, entry.roles)

/** The one page of an operator who has to bind an authenticator or change the password first. */
export const accountPage = menu.find(({ path }) => path === operationsPaths.account)
