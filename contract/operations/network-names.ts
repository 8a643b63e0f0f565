/** Words of the network's rooms; free of zod, so that their pages can use them. */
export const addressStates = ['free', 'held', 'bound', 'cooling', 'retired'] as const
export type AddressState = (typeof addressStates)[number]
export const addressStateNames: Record<AddressState, string> = {
  free: '空闲',
  held: '保留',
  bound: '已绑定',
  cooling: '冷却中',
  retired: '已停用',
}

/** What an operator does with addresses that no line has. */
export const addressChanges = ['hold', 'free', 'retire'] as const
export type AddressChange = (typeof addressChanges)[number]

export const importStates = ['previewed', 'running', 'done', 'failed', 'cancelled'] as const

export const continents = ['亚洲', '欧洲', '北美洲', '南美洲', '非洲', '大洋洲'] as const

/** Fewer addresses than this that can still be sold, where something is on sale: the list of regions marks it. */
export const lowStock = 5

/** A list pages through this many addresses or lines and counts no further. */
export const networkRows = 10_000
/** Addresses that one action is for. */
export const addressesAtOnce = 1000
/** Addresses of a range that is typed. */
export const rangeAddresses = 4096
/** Rows of a file that is imported in the back office; the command line takes more. */
export const addressImportRows = 20_000
/** Its size. */
export const addressImportMegabytes = 5
export const addressColumns = ['region', 'access_way', 'address', 'gateway'] as const

/** Days by which a line can be extended at once. */
export const mostExtendedDays = 366
/** What becomes of the address that a line is moved away from. */
export const movedAddressStates = ['retired', 'cooling'] as const
