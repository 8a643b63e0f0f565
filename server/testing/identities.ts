import { randomInt } from 'node:crypto'

/** Numbers that pass the checks of `contract/rules.ts` and repeat neither within a run nor, in all likelihood, between runs. */
let serial = randomInt(1_000_000)
const next = () => {
  serial = (serial + 1) % 100_000_000
  return String(serial).padStart(8, '0')
}

export const newPhone = () => `139${next()}`

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
export function newCreditCode(): string {
  const body = `914403007${next()}`
  let sum = 0
  let weight = 1
  for (const character of body) {
    sum += creditAlphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return `${body}${creditAlphabet[(31 - (sum % 31)) % 31]}`
}

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
export function newIdNumber(): string {
  const number = next()
  const day = new Date(Date.UTC(1970, 0, 1 + (Number(number.slice(0, 5)) % 11_000)))
  const body = `440305${day.toISOString().slice(0, 10).replaceAll('-', '')}${number.slice(5)}`
  const sum = idWeights.reduce((total, weight, index) => total + weight * Number(body[index]), 0)
  return `${body}${'10X98765432'[sum % 11]}`
}
