/** Names and limits of the network modules. Their pages use this file, so it must not import zod. */
/** What an operator can do with addresses that no line has. */
export const addressChanges = ['hold', 'free', 'retire'] as const
export type AddressChange = (typeof addressChanges)[number]

export const importStates = ['previewed', 'running', 'done', 'failed', 'cancelled'] as const

/** Sellable addresses of a region below which the list marks it, if anything is on sale there. */
export const lowStock = 5

/** The addresses or lines that pages of a list reach and its count includes. */
export const networkRows = 10_000
/** The most addresses in one action. */
export const addressesAtOnce = 1000
/** The most addresses of a range that is entered. */
export const rangeAddresses = 4096
/** The most rows of a file imported in the back office. The command line takes more. */
export const addressImportRows = 20_000
/** The largest size of the file, in megabytes. */
export const addressImportMegabytes = 5
export const addressColumns = ['region', 'access_way', 'address', 'gateway'] as const

/** The most days by which one action can extend a line. */
export const maxExtendedDays = 366
/** The states that a line's former address can enter when the line is moved. */
export const movedAddressStates = ['retired', 'cooling'] as const
