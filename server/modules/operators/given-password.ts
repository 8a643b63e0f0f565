import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * The 20 characters exclude easily confused ones, as the password is handed over once, in two halves by two people where it takes
 * two operators to reset it. It is changed at the first login.
 */
export const newOperatorPassword = (): string =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
