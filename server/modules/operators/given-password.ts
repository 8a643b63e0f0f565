import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/**
 * The 20 characters leave out those that are mistaken for each other, as the password is handed over once, in two
 * halves by two people where it takes two to give it. It is changed at the first login.
 */
export const newOperatorPassword = (): string =>
  Array.from({ length: 20 }, () => letters[randomInt(letters.length)]).join('')
