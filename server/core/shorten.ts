/**
 * Returns the beginning of a text, at most `longest` characters as the forms count them (UTF-16 units). Never splits a surrogate
 * pair: half of one would be stored as U+FFFD, so that the text would no longer match the original.
 */
export const shorten = (text: string, longest: number): string => text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
