import { maskPhone } from '#contract/rules.ts'

/** The pattern finds mainland numbers within longer text, but not within longer numbers. */
const phones = /(?<!\d)1[3-9]\d{9}(?!\d)/g

/** Makes the text that support is shown: it has no whole phone, wherever one was written. */
export const maskPhones = (text: string): string => text.replace(phones, maskPhone)
