/**
 * Returns the beginning of a text, at most so many characters as our forms count them (UTF-16 units). It ends before a pair of
 * surrogates that it would split: half of one is stored as U+FFFD, and the text would never again be what was written.
 */
export const shorten = (text: string, longest: number): string => text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')
