import { ApiOutlined, ClusterOutlined, DatabaseOutlined, GlobalOutlined } from '@ant-design/icons'
import { lazyPage } from '#web/ui/lazy-page.ts'
import { operationsPaths } from '../paths.ts'
import type { MenuEntry } from './menu-entry.ts'

export const networkEntries: readonly MenuEntry[] = [
  {
    key: 'lines',
    name: '专线',
    group: '网络',
    path: operationsPaths.lines,
    icon: <ApiOutlined />,
    roles: ['network', 'support'],
    acts: ['network'],
    Page: lazyPage(() => import('../lines/lines-page.tsx'), 'LinesPage'),
  },
  {
    key: 'line',
    name: '专线详情',
    group: '网络',
    path: operationsPaths.line,
    icon: <ApiOutlined />,
    roles: ['network', 'support'],
    acts: ['network'],
    under: operationsPaths.lines,
    Page: lazyPage(() => import('../lines/line-page.tsx'), 'LinePage'),
  },
  {
    key: 'addresses',
    name: '地址',
    group: '网络',
    path: operationsPaths.addresses,
    icon: <DatabaseOutlined />,
    roles: ['network'],
    Page: lazyPage(() => import('../addresses/addresses-page.tsx'), 'AddressesPage'),
  },
  {
    key: 'address-import',
    writes: true,
    name: '导入地址',
    group: '网络',
    path: operationsPaths.addressImport,
    icon: <DatabaseOutlined />,
    roles: ['network'],
    under: operationsPaths.addresses,
    Page: lazyPage(() => import('../addresses/import-page.tsx'), 'AddressImportPage'),
  },
  {
    key: 'regions',
    name: '地区',
    group: '网络',
    path: operationsPaths.regions,
    icon: <GlobalOutlined />,
    roles: ['network'],
    Page: lazyPage(() => import('../network/regions-page.tsx'), 'RegionsPage'),
  },
  {
    key: 'access-ways',
    name: '接入方式',
    group: '网络',
    path: operationsPaths.accessWays,
    icon: <ClusterOutlined />,
    roles: ['network'],
    Page: lazyPage(() => import('../network/ways-page.tsx'), 'WaysPage'),
  },
]
