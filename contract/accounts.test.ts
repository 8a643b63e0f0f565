import { expect, test } from 'vitest'
import { wRegister } from './accounts.ts'

test.each([
  ['HYL66', '邀请码为6位字母或数字'],
  ['ABC', '邀请码为6位字母或数字'],
  ['AB-123', '邀请码为6位字母或数字'],
  ['', undefined],
  [undefined, undefined],
  ['HYL666', undefined],
])('the invite code %j: %s', (invite_code, problem) => {
  const registration = { is_agree: 1, username: '13800000009', password: 'demo1234', captcha: '123456', invite_code }
  const { error } = wRegister.input.safeParse({ ...registration })
  expect(error?.issues.map(({ message }) => message)).toEqual(problem && [problem])
})
