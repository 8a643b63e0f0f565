/** Names and limits of shops and connections. Browser and server share this file, so it must not import zod. */

import { keysOf } from './typed-keys.ts'

export const shopPlatformNames = {
  amazon: '亚马逊',
  tiktok: 'TikTok Shop',
  shopee: 'Shopee',
  lazada: 'Lazada',
  temu: 'Temu',
  shein: 'SHEIN',
  aliexpress: '速卖通',
  ebay: 'eBay',
  walmart: '沃尔玛',
  shopify: 'Shopify 独立站',
  mercado: 'Mercado Libre',
  ozon: 'Ozon',
  facebook: 'Facebook',
  instagram: 'Instagram',
  google: 'Google',
  other: '其他',
} as const
export type ShopPlatform = keyof typeof shopPlatformNames
export const shopPlatforms = keysOf(shopPlatformNames)

export const shopStates = ['active', 'closed'] as const
export const shopStateNames = { active: '经营中', closed: '已停用' } as const

export const shopFields = {
  platform: { label: '平台' },
  name: { label: '店铺名称', max: 60 },
  shop_number: { label: '店铺编号', max: 60 },
  owner_name: { label: '负责人', max: 50 },
  state: { label: '状态' },
  line_name: { label: '专线' },
} as const
/** The columns of an imported sheet. */
export const shopImport = ['platform', 'name', 'shop_number', 'owner_name', 'line_name'] as const

/** The most shops of a company, and the most rows of a sheet. */
export const maxShops = 5_000
export const shopImportRows = 1_000

/** What happens to a connection with findings. */
export const conflictRules = ['warn', 'refuse'] as const
export const conflictRuleNames = { warn: '允许连接并提醒', refuse: '拒绝连接' } as const

export const connectionFindings = ['second_shop', 'unknown_device', 'no_right'] as const
export type ConnectionFinding = (typeof connectionFindings)[number]
export const findingNames: Record<ConnectionFinding, string> = {
  second_shop: '同一平台的第二家店铺',
  unknown_device: '未经审核的设备',
  no_right: '没有这条专线的使用权',
}

export const endReasonNames = {
  disconnected: '客户端断开',
  silent: '失去联系',
  renewed: '满一天续接',
  refused: '被拒绝',
} as const
export const endReasons = keysOf(endReasonNames)

/** Seconds without a heartbeat after which a connection has ended. A client sends one every thirty seconds. */
export const heartbeatTimeoutSeconds = 150
/**
 * Hours after which a connection ends and the client opens a new one, which bounds how far back open connections are searched for.
 */
export const connectionHours = 24
/** The most seconds by which a report may be late; older ones count as this old. */
export const maxReportDelaySeconds = 900

/** Days for which connections are kept: the default, and the least and most that a company may set. */
export const retentionDays = { usual: 400, least: 180, most: 3650 } as const
/** Days for which the plan of a change looks back for users of the lines. */
export const usageLookbackDays = 90
