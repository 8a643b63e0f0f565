import { expect, test } from 'vitest'
import { line } from './fields.ts'

const reason = line('原因', 20, 2)

test.each([
  ['第一条\n第二条', '第一条 第二条'],
  ['照片模糊\r\n\r\n\t请重拍', '照片模糊 请重拍'],
  ['\n原因一\n', '原因一'],
])('a line of %j is kept as %j', (typed, kept) => expect(reason.parse(typed)).toBe(kept))

test.each([
  ['\n\t\n', '原因至少2个字'],
  ['原因\u0000', '原因含有无法识别的字符'],
  ['原因\u000b一', '原因含有无法识别的字符'],
])('a line of %j is refused', (typed, message) =>
  expect(reason.safeParse(typed).error?.issues[0]?.message).toBe(message),
)
