import { maskPhones } from '#server/core/mask-phones.ts'

/** Masks phone numbers in notices and messages for support, whether they concern one person or a company. */
export const maskedNotice = <Row extends { text: string }>(row: Row): Row => ({ ...row, text: maskPhones(row.text) })

export const maskedMessage = <Row extends { failure: string | null }>(row: Row): Row => ({
  ...row,
  failure: row.failure && maskPhones(row.failure),
})
