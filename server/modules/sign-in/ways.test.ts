import { expect, test } from 'vitest'
import { askProvider } from './ways.ts'

test('all questions to an identity provider together have one limit, after which it is in trouble', async () => {
  await expect(askProvider(() => new Promise(() => {}), 20)).rejects.toMatchObject({
    code: -59103,
    data: '没有在 0.02 秒内应答',
  })
  expect(await askProvider(async () => 'there', 20)).toBe('there')
})
