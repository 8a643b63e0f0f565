import type { ComponentType, ReactNode } from 'react'
import type { OperatorRole } from '#contract/operations/operator-names.ts'

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
