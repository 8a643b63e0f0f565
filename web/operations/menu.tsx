import {
  ApiOutlined,
  AuditOutlined,
  BankOutlined,
  CloudUploadOutlined,
  ClusterOutlined,
  ContactsOutlined,
  DatabaseOutlined,
  FileSearchOutlined,
  GiftOutlined,
  GlobalOutlined,
  HistoryOutlined,
  ShareAltOutlined,
  ShopOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { approvalRoles, mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import { page } from '#web/ui/page.ts'
import { channelPath, couponPath, giftPath, newCouponPath, operationsPaths } from './paths.ts'

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
    key: 'companies',
    name: '企业',
    group: '客户',
    path: operationsPaths.companies,
    icon: <BankOutlined />,
    roles: ['support', 'finance'],
    Page: page(() => import('./companies/companies-page.tsx'), 'CompaniesPage'),
  },
  {
    key: 'company',
    name: '企业详情',
    group: '客户',
    path: `${operationsPaths.companies}/:id`,
    icon: <BankOutlined />,
    roles: ['support', 'finance'],
    under: operationsPaths.companies,
    Page: page(() => import('./companies/company-page.tsx'), 'CompanyPage'),
  },
  {
    key: 'accounts',
    name: '账号',
    group: '客户',
    path: operationsPaths.accounts,
    icon: <ContactsOutlined />,
    roles: ['support'],
    Page: page(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  },
  {
    key: 'one-account',
    name: '账号详情',
    group: '客户',
    path: `${operationsPaths.accounts}/:id`,
    icon: <ContactsOutlined />,
    roles: ['support'],
    under: operationsPaths.accounts,
    Page: page(() => import('./accounts/one-account-page.tsx'), 'OneAccountPage'),
  },
  {
    key: 'coupons',
    name: '优惠券',
    group: '交易',
    path: operationsPaths.coupons,
    icon: <GiftOutlined />,
    roles: ['finance'],
    Page: page(() => import('./coupons/coupons-page.tsx'), 'CouponsPage'),
  },
  {
    key: 'coupon-new',
    name: '新建优惠券',
    group: '交易',
    path: newCouponPath(),
    under: operationsPaths.coupons,
    icon: <GiftOutlined />,
    roles: ['finance'],
    Page: page(() => import('./coupons/edit-page.tsx'), 'EditPage'),
  },
  {
    key: 'coupon-edit',
    name: '修改优惠券',
    group: '交易',
    path: couponPath(':id', 'edit'),
    under: operationsPaths.coupons,
    icon: <GiftOutlined />,
    roles: ['finance'],
    Page: page(() => import('./coupons/edit-page.tsx'), 'EditPage'),
  },
  {
    key: 'coupon-gift',
    name: '赠送优惠券',
    group: '交易',
    path: giftPath(':id', ':gift'),
    under: operationsPaths.coupons,
    icon: <GiftOutlined />,
    roles: ['finance'],
    Page: page(() => import('./coupons/gift-page.tsx'), 'GiftPage'),
  },
  {
    key: 'coupon',
    name: '优惠券详情',
    group: '交易',
    path: couponPath(':id'),
    under: operationsPaths.coupons,
    icon: <GiftOutlined />,
    roles: ['finance'],
    Page: page(() => import('./coupons/coupon-page.tsx'), 'CouponPage'),
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
    key: 'lines',
    name: '专线',
    group: '网络',
    path: operationsPaths.lines,
    icon: <ApiOutlined />,
    roles: ['network'],
    Page: page(() => import('./lines/lines-page.tsx'), 'LinesPage'),
  },
  {
    key: 'line',
    name: '专线详情',
    group: '网络',
    path: operationsPaths.line,
    icon: <ApiOutlined />,
    roles: ['network'],
    under: operationsPaths.lines,
    Page: page(() => import('./lines/line-page.tsx'), 'LinePage'),
  },
  {
    key: 'addresses',
    name: '地址',
    group: '网络',
    path: operationsPaths.addresses,
    icon: <DatabaseOutlined />,
    roles: ['network'],
    Page: page(() => import('./addresses/addresses-page.tsx'), 'AddressesPage'),
  },
  {
    key: 'address-import',
    name: '导入地址',
    group: '网络',
    path: operationsPaths.addressImport,
    icon: <DatabaseOutlined />,
    roles: ['network'],
    under: operationsPaths.addresses,
    Page: page(() => import('./addresses/import-page.tsx'), 'AddressImportPage'),
  },
  {
    key: 'regions',
    name: '地区',
    group: '网络',
    path: operationsPaths.regions,
    icon: <GlobalOutlined />,
    roles: ['network'],
    Page: page(() => import('./network/regions-page.tsx'), 'RegionsPage'),
  },
  {
    key: 'access-ways',
    name: '接入方式',
    group: '网络',
    path: operationsPaths.accessWays,
    icon: <ClusterOutlined />,
    roles: ['network'],
    Page: page(() => import('./network/ways-page.tsx'), 'WaysPage'),
  },
  {
    key: 'installers',
    name: '安装包',
    group: '内容',
    path: operationsPaths.installers,
    icon: <CloudUploadOutlined />,
    roles: ['content'],
    Page: page(() => import('./installers/installers-page.tsx'), 'InstallersPage'),
  },
  {
    key: 'channels',
    name: '渠道',
    group: '渠道',
    path: operationsPaths.channels,
    icon: <ShareAltOutlined />,
    roles: ['content', 'finance'],
    Page: page(() => import('./channels/channels-page.tsx'), 'ChannelsPage'),
  },
  {
    key: 'channel',
    name: '合作伙伴',
    group: '渠道',
    path: channelPath(':id'),
    under: operationsPaths.channels,
    icon: <ShareAltOutlined />,
    roles: ['content', 'finance'],
    Page: page(() => import('./channels/channel-page.tsx'), 'ChannelPage'),
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
