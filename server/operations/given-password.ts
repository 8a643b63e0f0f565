import { randomInt } from 'node:crypto'

const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 16 characters without those that are mistaken for each other: to be handed over once and changed at the first login. */
export const newOperatorPassword = (): string =>
  Array.from({ length: 16 }, () => letters[randomInt(letters.length)]).join('')
