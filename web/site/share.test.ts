import { expect, test } from 'vitest'
import { wrapped } from './share.ts'

test.each([
  ['产品下载', ['产品下载']],
  ['怎样选择线路的城市、接入方式与带宽', ['怎样选择线路的城市、接入', '方式与带宽']],
  // A closing punctuation mark stays with its phrase, and no character stands alone.
  ['一二三四五六七八九十一二，三', ['一二三四五六七八九十一', '二，三']],
  ['一二三四五六七八九十一二三', ['一二三四五六七八九十一', '二三']],
  ['在 TikTok 直播之前', ['在 TikTok 直播之前']],
])('%s is broken into lines of twelve characters', (text, lines) => {
  expect(wrapped(text, 12, 3)).toEqual(lines)
})

test('text that is too long ends in an ellipsis', () => {
  expect(wrapped('长'.repeat(40), 12, 3).at(-1)).toBe(`${'长'.repeat(11)}…`)
})
