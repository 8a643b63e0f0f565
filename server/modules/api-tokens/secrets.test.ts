import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { companyOfSecret, newSecret } from './secrets.ts'

test('a secret reveals its company and nothing else', () => {
  for (const company of [
    randomUUID(),
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
  ]) {
    const secret = newSecret(company)
    expect(secret).toMatch(/^hyl_[0-9A-Za-z]{71}$/)
    expect(companyOfSecret(secret)).toBe(company)
    expect(newSecret(company)).not.toBe(secret)
  }
})

test('a text that differs from a secret in one character is not a secret', () => {
  const secret = newSecret(randomUUID())
  for (let place = 0; place < secret.length; place += 1) {
    const other = secret[place] === 'a' ? 'b' : 'a'
    expect(companyOfSecret(`${secret.slice(0, place)}${other}${secret.slice(place + 1)}`)).toBeUndefined()
  }
  for (const text of ['', 'hyl_', `${secret}a`, ` ${secret}`, secret.slice(4), 'z'.repeat(75)])
    expect(companyOfSecret(text)).toBeUndefined()
})
