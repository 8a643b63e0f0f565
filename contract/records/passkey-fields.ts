/** Labels and limits of a passkey's fields, without zod. */
export const passkeyFields = { name: { label: '名称', max: 30 } } as const

/** One holder has so many passkeys at most. */
export const mostPasskeys = 20
