import { maskPhone } from '#contract/rules.ts'

/** Matches mainland numbers within text, but not within longer numbers; matches ids and hashes, which may contain them, whole. */
const phones = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|[\da-f]{40,}|(?<!\d)1[3-9]\d{9}(?!\d)/gi
const phoneLength = 11

/** Masks every phone number in a text, for what support is shown and what the audit log keeps. */
export const maskPhones = (text: string): string =>
  text.replace(phones, found => (found.length === phoneLength ? maskPhone(found) : found))
