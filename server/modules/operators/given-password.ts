import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * The 16 characters leave out those that are mistaken for each other, as the password is handed over once. It is
 * changed at the first login.
 */
export const newOperatorPassword = (): string =>
  Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
