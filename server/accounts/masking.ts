import { maskPhone } from '#contract/rules.ts'

/** Mainland numbers within longer text, but not within longer numbers. */
const phones = /(?<!\d)1[3-9]\d{9}(?!\d)/g

/** What is shown to support: no whole phone, wherever it was written. */
export const maskPhones = (text: string): string => text.replace(phones, maskPhone)
