import type { ComponentType, ReactNode } from 'react'
import type { ActingRole } from '#contract/operations/operator-names.ts'

export interface MenuEntry {
  /** Also the name of its queue on the server (server/engines/queues.ts), if it has one. */
  key: string
  name: string
  group: '总览' | '审核' | '客户' | '交易' | '网络' | '内容' | '渠道' | '管理'
  path: string
  icon: ReactNode
  /** The roles that see the entry; the owner and the auditor see everything. The server checks again with each call. */
  roles: readonly ActingRole[] | 'all'
  /** The roles that act on the page, if others can only read it. */
  acts?: readonly ActingRole[]
  /** The parent entry of a page that is reached from another page and has no entry of its own. The path may have a parameter. */
  under?: string
  /** The page is only for writing, so an auditor does not see it. */
  writes?: true
  Page: ComponentType
}
