/** The words of the network's modules. It has no zod, so that their pages can use it. */
/** The things that an operator does with addresses that no line has. */
export const addressChanges = ['hold', 'free', 'retire'] as const
export type AddressChange = (typeof addressChanges)[number]

export const importStates = ['previewed', 'running', 'done', 'failed', 'cancelled'] as const

/** The list of regions marks one where something is on sale but fewer addresses than this can still be sold. */
export const lowStock = 5

/** A list pages through this many addresses or lines and counts no further. */
export const networkRows = 10_000
/** The most addresses that one action is for. */
export const addressesAtOnce = 1000
/** The most addresses of a range that is typed. */
export const rangeAddresses = 4096
/** The most rows of a file that is imported in the back office. The command line takes more. */
export const addressImportRows = 20_000
/** The file's largest size. */
export const addressImportMegabytes = 5
export const addressColumns = ['region', 'access_way', 'address', 'gateway'] as const

/** The most days by which a line can be extended at once. */
export const mostExtendedDays = 366
/** The states that the old address can enter when a line is moved away from it. */
export const movedAddressStates = ['retired', 'cooling'] as const
