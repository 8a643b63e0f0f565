import { expect, test } from 'vitest'
import { chinaTime, parseChinaTime } from './china-time.ts'

test('a time in China is parsed and formatted', () => {
  expect(new Date(parseChinaTime('2026-11-22 14:03:07')).toISOString()).toBe('2026-11-22T06:03:07.000Z')
  expect(chinaTime(Date.parse('2026-11-22T16:00:00.999Z'))).toBe('2026-11-23 00:00:00')
})

test.each(['', '2026-11-22', '2026-02-30 10:00:00', '2026-11-22 24:00:01', '2026-11-22 14:03:07Z', 'now'])(
  '%s is refused as a time',
  text => {
    expect(() => parseChinaTime(text)).toThrow('北京时间')
  },
)
