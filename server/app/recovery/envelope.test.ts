import { expect, test } from 'vitest'
import { openObject, sealObject } from './envelope.ts'

const keys = { secretKey: 'a'.repeat(64), secretKeysOld: [] }
const rotated = { secretKey: 'b'.repeat(64), secretKeysOld: [keys.secretKey] }
const content = Buffer.from('the log '.repeat(1000))

test('an object is small, unreadable, and opened by an old key of the ring as well', async () => {
  const sealed = await sealObject(keys, 'runs/a/wal/1', content)
  expect(sealed.length).toBeLessThan(200)
  expect(sealed.includes('the log')).toBe(false)
  expect((await openObject(keys, 'runs/a/wal/1', sealed)).equals(content)).toBe(true)
  expect((await openObject(rotated, 'runs/a/wal/1', sealed)).equals(content)).toBe(true)
})

test('an object that was altered, cut off or moved is refused, wherever it was altered', async () => {
  const sealed = await sealObject(keys, 'runs/a/wal/1', content)
  await expect(openObject(keys, 'runs/a/wal/2', sealed)).rejects.toThrow('已损坏或被改动')
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 0x80
    // A change within the key's id makes it look like another key's.
    await expect(openObject(keys, 'runs/a/wal/1', altered)).rejects.toThrow(/已损坏或被改动|没有它不能恢复/)
    await expect(openObject(keys, 'runs/a/wal/1', sealed.subarray(0, at))).rejects.toThrow('已损坏或被改动')
  }
})

test('without its key the error says which key it was', async () => {
  const sealed = await sealObject(keys, 'runs/a/wal/1', content)
  const other = { secretKey: 'c'.repeat(64), secretKeysOld: [] }
  await expect(openObject(other, 'runs/a/wal/1', sealed)).rejects.toThrow(/主密钥 [0-9a-f]{12} 加密.*SECRET_KEYS_OLD/)
})
