import { expect, test } from 'vitest'
import { line } from './fields.ts'
import { plainPhone } from './phone.ts'

const reason = line('原因', 20, 2)

test.each([
  ['第一条\n第二条', '第一条 第二条'],
  ['照片模糊\r\n\r\n\t请重拍', '照片模糊 请重拍'],
  ['\n原因一\n', '原因一'],
  ['\u202d13800000001\u202c', '13800000001'],
  ['\ufeff运营\u200b中心\u00ad', '运营中心'],
  ['王\u200d伟\u2060', '王伟'],
  ['\u200c\u200d王\u200d\u200c伟\u200d', '王伟'],
  ['\u202e第一\u2028第二', '第一 第二'],
  ['👨‍👩‍👧❤️‍🔥 家', '👨‍👩‍👧❤️‍🔥 家'],
  ['می‌خواهم', 'می‌خواهم'],
  // Names have rare signs that a font or a later Unicode knows.
  ['\ue863\u{3fff0}', '\ue863\u{3fff0}'],
])('a line of %j is kept as %j', (typed, kept) => expect(reason.parse(typed)).toBe(kept))

test.each([
  ['\n\t\n', '原因至少2个字'],
  ['\u200b\u200b\u200b', '原因至少2个字'],
  ['\u3164\u2800\u3164', '原因至少2个字'],
  ['\u200d\u0301\u200d', '原因至少2个字'],
  ['原因\u0000', '原因含有无法识别的字符'],
  ['原因\u000b一', '原因含有无法识别的字符'],
])('a line of %j is refused', (typed, message) =>
  expect(reason.safeParse(typed).error?.issues[0]?.message).toBe(message),
)

test.each([
  '\u202d13800000001\u202c',
  '１３８００００００01',
  '+86 138－0000－0001',
  '138‑0000‑0001',
  '\ufeff8613800000001',
])('a phone written as %j is 13800000001', written => expect(plainPhone(written)).toBe('13800000001'))
