import { BankOutlined, UserOutlined } from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { paths } from '#web/paths.ts'
import { page } from '#web/ui/page.ts'

export interface MenuEntry {
  /** Kept with the open tabs; never used again for another page. */
  id: number
  name: string
  group: '企业' | '个人'
  path: string
  icon: ReactNode
  Page: ComponentType
}

/** The console's pages. A line here makes the menu entry, the route, the tab and the title. */
export const menu: readonly MenuEntry[] = [
  {
    id: 1,
    name: '企业信息',
    group: '企业',
    path: paths.company,
    icon: <BankOutlined />,
    Page: page(() => import('./company/company-page.tsx'), 'CompanyPage'),
  },
  {
    id: 3,
    name: '个人信息',
    group: '个人',
    path: paths.managePersonal,
    icon: <UserOutlined />,
    Page: page(() => import('../account/personal/personal-page.tsx'), 'PersonalPage'),
  },
]

export const entryAt = (path: string) => menu.find(entry => entry.path === path.replace(/(.)\/$/, '$1'))
export const entryOf = (id: number) => menu.find(entry => entry.id === id)
