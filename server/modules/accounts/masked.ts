import { maskPhones } from '#server/core/mask-phones.ts'

/** Support sees no whole phone in notices and messages: the same for one person and for a company. */
export const maskedNotice = <Row extends { text: string }>(row: Row): Row => ({ ...row, text: maskPhones(row.text) })

export const maskedMessage = <Row extends { failure: string | null }>(row: Row): Row => ({
  ...row,
  failure: row.failure && maskPhones(row.failure),
})
