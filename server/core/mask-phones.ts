import { maskPhone } from '#contract/rules.ts'

/** The pattern finds mainland numbers within longer text, but not within longer numbers or ids. */
const phones = /(?<![\da-z])1[3-9]\d{9}(?![\da-z])/gi

/** Makes a text that has no whole phone, wherever one was written: support is shown such, and the audit log keeps such. */
export const maskPhones = (text: string): string => text.replace(phones, maskPhone)
