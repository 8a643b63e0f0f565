/** The words for shops and for who used an address. Browser and server share this file, so it has no zod. */

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
// The cast is needed because Object.keys forgets which keys they are.
export const shopPlatforms = Object.keys(shopPlatformNames) as ShopPlatform[]

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
/** The columns of the sheet that is imported. */
export const shopImport = ['platform', 'name', 'shop_number', 'owner_name', 'line_name'] as const

/** A company has at most this many shops, and a sheet as many rows. */
export const mostShops = 5_000
export const shopImportRows = 1_000

/** The possible responses to a connection with findings. */
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
// The cast is needed because Object.keys forgets which keys they are.
export const endReasons = Object.keys(endReasonNames) as (keyof typeof endReasonNames)[]

/** A client sends a heartbeat every thirty seconds; after so many seconds without one a connection has ended. */
export const silentSeconds = 150
/** A connection that lasts longer ends, and the client opens its next, so that none has to be looked for further back. */
export const connectionHours = 24
/** A report may be late by so many seconds; what is older counts as this old. */
export const lateSeconds = 900

/** Days for which connections are kept: unless the company sets it, and at the least. */
export const keptDays = { usual: 400, least: 180, most: 3650 } as const
/** The plan of a change looks this far back for who used the lines. */
export const replayDays = 90
