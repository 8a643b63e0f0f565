import { expect, test } from 'vitest'
import { between, parseDigits } from './whole.ts'

test.each([
  ['30', '30'],
  ['1,000 天', '1000'],
  ['１２', '12'],
  ['3.5', ''],
  ['３．５', ''],
  ['3.', '3'],
  ['-7', ''],
  ['abc', ''],
  ['', ''],
  [undefined, ''],
  ['12345678901', '123456789'],
])('%s is parsed as %s', (typed, read) => expect(parseDigits(typed)).toBe(read))

test('a value out of bounds is refused naming them; an empty one is left to `required`', async () => {
  const { validator } = between(1, 3650, '天')
  for (const value of [1, 3650, null, undefined]) await expect(validator(undefined, value)).resolves.toBeUndefined()
  for (const value of [0, 3651]) await expect(validator(undefined, value)).rejects.toThrow('请输入 1 到 3,650 天')
})
