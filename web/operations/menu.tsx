import {
  AuditOutlined,
  FileProtectOutlined,
  FileSearchOutlined,
  NotificationOutlined,
  ReadOutlined,
  TeamOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { approvalRoles, mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import { page } from '#web/ui/page.ts'
import { editArticlePath, editTermsPath, operationsPaths } from './paths.ts'

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
    key: 'articles',
    name: '文章',
    group: '内容',
    path: operationsPaths.articles,
    icon: <ReadOutlined />,
    roles: ['content'],
    Page: page(() => import('./content/articles/articles-page.tsx'), 'ArticlesPage'),
  },
  {
    key: 'article-categories',
    name: '文章分类',
    group: '内容',
    path: operationsPaths.articleCategories,
    icon: null,
    roles: ['content'],
    under: operationsPaths.articles,
    Page: page(() => import('./content/articles/categories-page.tsx'), 'CategoriesPage'),
  },
  {
    key: 'article-new',
    name: '写文章',
    group: '内容',
    path: operationsPaths.newArticle,
    icon: null,
    roles: ['content'],
    under: operationsPaths.articles,
    Page: page(() => import('./content/articles/article-page.tsx'), 'NewArticlePage'),
  },
  {
    key: 'article',
    name: '编辑文章',
    group: '内容',
    path: editArticlePath(':id'),
    icon: null,
    roles: ['content'],
    under: operationsPaths.articles,
    Page: page(() => import('./content/articles/article-page.tsx'), 'ArticlePage'),
  },
  {
    key: 'announcements',
    name: '公告',
    group: '内容',
    path: operationsPaths.announcements,
    icon: <NotificationOutlined />,
    roles: ['content'],
    Page: page(() => import('./content/announcements/announcements-page.tsx'), 'AnnouncementsPage'),
  },
  {
    key: 'terms',
    name: '协议',
    group: '内容',
    path: operationsPaths.terms,
    icon: <FileProtectOutlined />,
    roles: ['content'],
    Page: page(() => import('./content/terms/terms-page.tsx'), 'TermsPage'),
  },
  {
    key: 'terms-edit',
    name: '编辑协议',
    group: '内容',
    path: editTermsPath(':id'),
    icon: null,
    roles: ['content'],
    under: operationsPaths.terms,
    Page: page(() => import('./content/terms/terms-editor-page.tsx'), 'TermsEditorPage'),
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
