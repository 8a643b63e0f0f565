import { expect, test } from 'vitest'
import { placeName } from './place-name.ts'

test('a place has one name everywhere, and a city state is named once', () => {
  expect(placeName({ country: '美国', city: '洛杉矶' })).toBe('美国 洛杉矶')
  expect(placeName({ country: '新加坡', city: '新加坡' })).toBe('新加坡')
  expect(placeName({ country: '中国香港', city: '香港' })).toBe('中国香港')
})
