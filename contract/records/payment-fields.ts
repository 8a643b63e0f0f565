/** The text fields of payments and refunds that buyers write. Browser and server share this file, so it must not import zod. */
export const payerName = { label: '付款户名', min: 2, max: 100 } as const
export const refundReason = { label: '退款原因', min: 2, max: 200 } as const
