import { FileSearchOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons'
import { page } from '#web/ui/page.ts'
import { operationsPaths } from '../paths.ts'
import type { MenuEntry } from './menu-entry.ts'

export const administrationEntries: readonly MenuEntry[] = [
  {
    key: 'operators',
    name: '操作员',
    group: '管理',
    path: operationsPaths.operators,
    icon: <TeamOutlined />,
    roles: [],
    Page: page(() => import('../operators/operators-page.tsx'), 'OperatorsPage'),
  },
  {
    key: 'audit',
    name: '审计日志',
    group: '管理',
    path: operationsPaths.audit,
    icon: <FileSearchOutlined />,
    roles: [],
    Page: page(() => import('../audit/audit-page.tsx'), 'AuditPage'),
  },
  {
    key: 'account',
    name: '我的账号',
    group: '管理',
    path: operationsPaths.account,
    icon: <UserOutlined />,
    roles: 'all',
    Page: page(() => import('../account/account-page.tsx'), 'AccountPage'),
  },
]
