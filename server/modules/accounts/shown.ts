import { maskPhones } from './masking.ts'

/** What support is shown of notices and messages has no whole phone: the same for one person and for a company. */
export const shownNotice = <Row extends { text: string }>(row: Row): Row => ({ ...row, text: maskPhones(row.text) })

export const shownMessage = <Row extends { failure: string | null }>(row: Row): Row => ({
  ...row,
  failure: row.failure && maskPhones(row.failure),
})
