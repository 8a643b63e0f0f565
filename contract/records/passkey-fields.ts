/** Labels and limits of a passkey's fields, without zod. */
export const passkeyFields = { name: { label: '名称', max: 30 } } as const

/** The most passkeys of one holder. */
export const maxPasskeys = 20
