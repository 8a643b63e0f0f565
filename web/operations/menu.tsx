import {
  AuditOutlined,
  DashboardOutlined,
  FileSearchOutlined,
  IdcardOutlined,
  LaptopOutlined,
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
    key: 'dashboard',
    name: '总览',
    group: '总览',
    path: operationsPaths.dashboard,
    icon: <DashboardOutlined />,
    roles: 'all',
    Page: page(() => import('./dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    key: 'verifications',
    name: '实名认证',
    group: '审核',
    path: operationsPaths.verifications,
    icon: <IdcardOutlined />,
    roles: ['support'],
    Page: page(() => import('./verifications/verifications-page.tsx'), 'VerificationsPage'),
  },
  {
    key: 'verification',
    name: '审核实名认证',
    group: '审核',
    path: operationsPaths.verification,
    icon: <IdcardOutlined />,
    roles: ['support'],
    under: operationsPaths.verifications,
    Page: page(() => import('./verifications/verification-page.tsx'), 'VerificationPage'),
  },
  {
    key: 'disputes',
    name: '设备争议',
    group: '审核',
    path: operationsPaths.disputes,
    icon: <LaptopOutlined />,
    roles: ['support'],
    Page: page(() => import('./disputes/disputes-page.tsx'), 'DisputesPage'),
  },
  {
    key: 'dispute',
    name: '处理设备争议',
    group: '审核',
    path: operationsPaths.dispute,
    icon: <LaptopOutlined />,
    roles: ['support'],
    under: operationsPaths.disputes,
    Page: page(() => import('./disputes/dispute-page.tsx'), 'DisputePage'),
  },
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
