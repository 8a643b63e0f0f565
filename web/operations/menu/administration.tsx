import { FileSearchOutlined, HeartOutlined, SafetyOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import { lazyPage } from '#web/ui/lazy-page.ts'
import { operationsPaths } from '../paths.ts'
import type { MenuEntry } from './menu-entry.ts'

export const administrationEntries: readonly MenuEntry[] = [
  {
    key: 'health',
    name: '运行状况',
    group: '管理',
    path: operationsPaths.health,
    icon: <HeartOutlined />,
    roles: [],
    Page: lazyPage(() => import('../health/health-page.tsx'), 'HealthPage'),
  },
  {
    key: 'operators',
    name: '操作员',
    group: '管理',
    path: operationsPaths.operators,
    icon: <TeamOutlined />,
    roles: [],
    Page: lazyPage(() => import('../operators/operators-page.tsx'), 'OperatorsPage'),
  },
  {
    key: 'approval-policy',
    name: '审批规则',
    group: '管理',
    path: operationsPaths.approvalPolicy,
    icon: <SafetyOutlined />,
    roles: [],
    Page: lazyPage(() => import('../approvals/policy-page.tsx'), 'PolicyPage'),
  },
  {
    key: 'audit',
    name: '审计日志',
    group: '管理',
    path: operationsPaths.audit,
    icon: <FileSearchOutlined />,
    roles: [],
    Page: lazyPage(() => import('../audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    key: 'account',
    name: '我的账号',
    group: '管理',
    path: operationsPaths.account,
    icon: <UserOutlined />,
    roles: 'all',
    Page: lazyPage(() => import('../account/account-page.tsx'), 'AccountPage'),
  },
]
