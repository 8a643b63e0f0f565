import { describe, expect, test } from 'vitest'
import {
  captchaProblem,
  creditCodeProblem,
  idCardProblem,
  inviteCodeProblem,
  maskPhone,
  passwordProblem,
  passwordStrength,
  phoneProblem,
  portalLogin,
  sentence,
  simpleLoginProblem,
  wholeNumberIn,
} from './rules.ts'

test.each([
  ['', '', '请输入手机号'],
  ['1380000000', '', '请输入11手机号'],
  ['138000000000', 'demo1234', '请输入11手机号'],
  ['12800000000', 'demo1234', '请输入规范的手机号'],
  ['13800000001', '', '请输入密码'],
  ['13800000001', 'x'.repeat(19), '请输入密码最大长度18位'],
  ['13800000001', '12345', '请输入密码最小长度6位'],
  ['13800000001', '123456', undefined],
  ['13800000001', 'x'.repeat(18), undefined],
])('simple login %s / %s: %s', (phone, password, problem) => expect(simpleLoginProblem(phone, password)).toBe(problem))

test('data completes a message that ends in a colon', () => {
  expect(sentence({ msg: '还需等待秒数：', data: 37 })).toBe('还需等待秒数：37')
  expect(sentence({ msg: '超过最大行数：', data: 5000 })).toBe('超过最大行数：5,000')
  expect(sentence({ msg: '缺少参数', data: 'phone' })).toBe('缺少参数')
})

test.each([
  ['30', 30],
  [' 30 ', 30],
  ['-1', -1],
  ['30.0', null],
  ['1e2', null],
  ['', null],
])('%j holds the whole number %j', (text, number) => expect(wholeNumberIn(text)).toBe(number))

test('the portal login validates account, password and agreement', () => {
  expect(portalLogin.account('')).toBe('请输入登录账号')
  expect(portalLogin.account('a')).toBeUndefined()
  expect(portalLogin.password('')).toBe('请输入登录密码')
  expect(portalLogin.password('12345')).toBe('密码最小长度6位')
  expect(portalLogin.password('x'.repeat(19))).toBe('密码最大长度18位')
  expect(portalLogin.password('123456')).toBeUndefined()
  expect(portalLogin.agreement(false)).toBe('请勾选服务条款')
  expect(portalLogin.agreement(true)).toBeUndefined()
})

describe('phone number prefixes', () => {
  const good = '130 131 139 145 147 149 150 153 155 159 161 162 165 166 167 170 171 175 178 180 189 190 193 195 199'
  const bad = '120 140 141 146 148 154 160 163 164 168 169 179 194 100 110 229'
  test.each(good.split(' '))('%s is in use', prefix => expect(phoneProblem(`${prefix}00000000`)).toBeUndefined())
  test.each(bad.split(' '))('%s is not', prefix => expect(phoneProblem(`${prefix}00000000`)).toBe('请输入规范的手机号'))
  test('length and digits are checked', () => {
    expect(phoneProblem('')).toBe('请输入手机号')
    expect(phoneProblem('1380000000')).toBe('请输入11位手机号')
    expect(phoneProblem('1380000000a')).toBe('请输入规范的手机号')
    expect(phoneProblem('1380000000\n')).toBe('请输入规范的手机号')
    expect(phoneProblem('１３８００００００００')).toBe('请输入规范的手机号')
  })
})

test.each([
  ['91440300708461136T', undefined],
  ['91110000100000091R', '校验位'],
  // The code ends in 0, so an implementation without the outer mod refuses it.
  ['91350100M000100Y43', undefined],
  ['', '请输入'],
  ['91440300708461136', '18位'],
  ['91440300708461136I', '18位'],
  ['91440300708461136t', '18位'],
  ['91440300708461137T', '校验位'],
])('the credit code %s is validated', (code, problem) => {
  const found = creditCodeProblem(code)
  if (problem) expect(found).toContain(problem)
  else expect(found).toBeUndefined()
})

test.each([
  ['11010519491231002X', undefined],
  ['440524188001010014', '出生日期'],
  ['11010519491231002x', '18位'],
  ['110105194912310021', '校验位'],
  ['110105199002300010', '出生日期'],
  ['990105194912310021', '地区码'],
  ['110105209912310029', '出生日期'],
  ['', '请输入'],
  ['11010519491231', '18位'],
])('the ID card number %s is validated', (number, problem) => {
  const found = idCardProblem(number, new Date('2026-11-20'))
  if (problem) expect(found).toContain(problem)
  else expect(found).toBeUndefined()
})

test('password, captcha, invite code and other fields are validated', () => {
  expect(passwordProblem('')).toBe('请输入密码')
  expect(passwordProblem('12345')).toBe('密码最小长度6位')
  expect(passwordProblem('x'.repeat(19))).toBe('密码最大长度18位')
  expect(passwordProblem('123456')).toBeUndefined()
  expect(captchaProblem('')).toBe('请输入验证码')
  expect(captchaProblem('12345a')).toBe('验证码为 6 位数字')
  expect(captchaProblem('012345')).toBeUndefined()
  expect(inviteCodeProblem('')).toBeUndefined()
  expect(inviteCodeProblem('HYL66')).toBe('邀请码为6位字母或数字')
  expect(inviteCodeProblem('hyl666')).toBeUndefined()
  expect(maskPhone('13812345678')).toBe('138****5678')
})

test.each([
  ['12345', 0],
  ['111111', 0],
  ['abcdef', 0],
  ['abcdef12', 1],
  ['Abcdef12', 2],
  ['Abcdef12!x', 4],
])('strength of %s is %i', (password, strength) => expect(passwordStrength(password)).toBe(strength))
