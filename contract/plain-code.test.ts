import { expect, test } from 'vitest'
import { plainCaptcha, plainNumber, plainTotp } from './plain-code.ts'

test.each([
  [' 602561', '602561'],
  ['602 561', '602561'],
  ['６０２５６１', '602561'],
  ['\u202d602561\u202c', '602561'],
  ['【海易联】您正在注册，验证码 602561，5分钟内有效。请勿告诉他人。', '602561'],
  ['【海易联 2026】验证码：602561', '602561'],
  ['6025', '6025'],
  ['6025617', '602561'],
  ['', ''],
])('a code copied as %j is %j', (copied, code) => expect(plainCaptcha(copied)).toBe(code))

test.each([
  ['110105 19491231 002x', '11010519491231002X'],
  [' 9135 0211 ma32 yqxh 3r ', '91350211MA32YQXH3R'],
  ['９１３５０２１１ＭＡ３２ＹＱＸＨ３Ｒ', '91350211MA32YQXH3R'],
])('a number copied as %j is %j', (copied, number) => expect(plainNumber(copied)).toBe(number))

test.each([
  ['123 456', '123456'],
  [' ABCD-efgh-jkmn ', 'abcd-efgh-jkmn'],
])('an authenticator’s %j is %j', (copied, totp) => expect(plainTotp(copied)).toBe(totp))
