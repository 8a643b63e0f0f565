import {
  AuditOutlined,
  FileSearchOutlined,
  HistoryOutlined,
  ShopOutlined,
  TeamOutlined,
  UserOutlined,
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
    key: 'catalogue',
    name: '商品',
    group: '交易',
    path: operationsPaths.catalogue,
    icon: <ShopOutlined />,
    roles: ['finance'],
    Page: page(() => import('./catalogue/catalogue-page.tsx'), 'CataloguePage'),
  },
  {
    key: 'prices',
    name: '调价记录',
    group: '交易',
    path: operationsPaths.prices,
    icon: <HistoryOutlined />,
    roles: ['finance'],
    Page: page(() => import('./prices/prices-page.tsx'), 'PricesPage'),
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
