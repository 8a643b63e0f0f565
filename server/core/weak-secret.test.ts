import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { isWeakSecret } from './weak-secret.ts'

test.each([
  'a'.repeat(64),
  'changeme-changeme-changeme-changeme',
  '0123456789abcdef0123456789abcdef',
  'abababababababababababababababababababab',
  '12345678901234567890123456789012',
  'short but random: 8f3a',
])('%s is weak', secret => {
  expect(isWeakSecret(secret)).toBe(true)
})

test.each(['hex', 'base64', 'base64url'] as const)('a random secret is not weak, 1,000 times as %s', encoding => {
  for (let round = 0; round < 1000; round++) {
    const secret = randomBytes(24).toString(encoding)
    expect(isWeakSecret(secret), secret).toBe(false)
  }
})
