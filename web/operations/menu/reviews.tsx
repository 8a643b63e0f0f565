import { AuditOutlined, DashboardOutlined, ExperimentOutlined, IdcardOutlined, LaptopOutlined } from '@ant-design/icons'
import { approvalRoles } from '#contract/operations/operator-names.ts'
import { lazyPage } from '#web/ui/lazy-page.ts'
import { operationsPaths } from '../paths.ts'
import type { MenuEntry } from './menu-entry.ts'

export const reviewEntries: readonly MenuEntry[] = [
  {
    key: 'dashboard',
    name: '总览',
    group: '总览',
    path: operationsPaths.dashboard,
    icon: <DashboardOutlined />,
    roles: 'all',
    Page: lazyPage(() => import('../dashboard/dashboard-page.tsx'), 'DashboardPage'),
  },
  {
    key: 'verifications',
    name: '实名认证',
    group: '审核',
    path: operationsPaths.verifications,
    icon: <IdcardOutlined />,
    roles: ['support'],
    Page: lazyPage(() => import('../verifications/verifications-page.tsx'), 'VerificationsPage'),
  },
  {
    key: 'verification',
    name: '审核实名认证',
    group: '审核',
    path: operationsPaths.verification,
    icon: <IdcardOutlined />,
    roles: ['support'],
    under: operationsPaths.verifications,
    Page: lazyPage(() => import('../verifications/verification-page.tsx'), 'VerificationPage'),
  },
  {
    key: 'disputes',
    name: '设备争议',
    group: '审核',
    path: operationsPaths.disputes,
    icon: <LaptopOutlined />,
    roles: ['support'],
    Page: lazyPage(() => import('../disputes/disputes-page.tsx'), 'DisputesPage'),
  },
  {
    key: 'dispute',
    name: '处理设备争议',
    group: '审核',
    path: operationsPaths.dispute,
    icon: <LaptopOutlined />,
    roles: ['support'],
    under: operationsPaths.disputes,
    Page: lazyPage(() => import('../disputes/dispute-page.tsx'), 'DisputePage'),
  },
  {
    key: 'trials',
    name: '试用',
    group: '审核',
    path: operationsPaths.trials,
    icon: <ExperimentOutlined />,
    roles: ['support'],
    Page: lazyPage(() => import('../trials/trials-page.tsx'), 'TrialsPage'),
  },
  {
    key: 'approvals',
    name: '待确认',
    group: '审核',
    path: operationsPaths.approvals,
    icon: <AuditOutlined />,
    roles: approvalRoles,
    Page: lazyPage(() => import('../approvals/approvals-page.tsx'), 'ApprovalsPage'),
  },
]
