import { maskPhone } from '#contract/rules.ts'

/** The pattern finds mainland numbers within longer text, but not within longer numbers; ids and hashes, which may have such digits, whole. */
const phones = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{40,}|(?<!\d)1[3-9]\d{9}(?!\d)/gi
const phoneLength = 11

/** Makes a text that has no whole phone, wherever one was written: support is shown such, and the audit log keeps such. */
export const maskPhones = (text: string): string =>
  text.replace(phones, found => (found.length === phoneLength ? maskPhone(found) : found))
