import { describe, expect, test } from 'vitest'
import { guard } from './guard.ts'
import { hashTarget } from './hash-target.ts'
import { pageTitle } from './page-title.ts'

const publicPages = [
  '/',
  '/download',
  '/scene',
  '/passport',
  '/cheats',
  '/help',
  '/help/start',
  '/details',
  '/product',
  '/promotion/HYL666',
  '/error/400',
  '/no/such',
  '/realname/maybe',
]
const tokenPages = [
  '/realname/yes',
  '/realname/no',
  '/test',
  '/personaldetails',
  '/pages/buySuccess/buySuccess',
  '/pages/buyFailed/buyFailed',
  '/test/',
]
const consolePages = ['/control', '/control/company', '/control/managepersonal', '/control/orderrecord']

describe('the route guard', () => {
  test.each(publicPages)('lets everyone open %s', path => {
    for (const token of ['', 'x'])
      for (const role of ['user', 'admin'] as const) expect(guard(path, { token, role })).toBeUndefined()
  })
  test.each([...tokenPages, ...consolePages])('sends %s without a token home, whatever role is stored', path => {
    for (const role of ['user', 'admin'] as const) expect(guard(path, { token: '', role })).toBe('/')
  })
  test.each(tokenPages)('lets %s pass with a token', path => {
    for (const role of ['user', 'admin'] as const) expect(guard(path, { token: 'x', role })).toBeUndefined()
  })
  test.each(consolePages)('lets admins open %s and redirects others to their details', path => {
    expect(guard(path, { token: 'x', role: 'admin' })).toBeUndefined()
    expect(guard(path, { token: 'x', role: 'user' })).toBe('/personaldetails')
  })
  test.each(['/CONTROL/company', '/control/', '/control/company/'])('treats %s as the console', path => {
    expect(guard(path, { token: 'x', role: 'user' })).toBe('/personaldetails')
  })
  test('does not treat /controls as the console', () => {
    expect(guard('/controls', { token: '', role: 'user' })).toBeUndefined()
  })
})

test.each([
  ['#/download', '/download'],
  ['#/help?name=帮助中心&csssign=help', '/help?name=帮助中心&csssign=help'],
  ['#/promotion/HYL666', '/promotion/HYL666'],
  ['#/control/company', '/control/company'],
  ['#/', '/'],
  ['#/?sign=1', '/?sign=1'],
  ['#/help/register', '/help/register'],
  ['#/help/register#steps', '/help/register#steps'],
  ['#/cusgroup?code=HYL666', '/cusgroup?code=HYL666'],
  ['#/template/service.html', '/template/service.html'],
  ['#/invitation/a-_b', '/invitation/a-_b'],
  ['#/unknown', '/unknown'],
  ['#section-2', undefined],
  ['#//evil.example', undefined],
  ['#/\\evil.example', undefined],
  ['#/control//evil.example', undefined],
  ['#/\t/evil.example', undefined],
  ['#/..//evil.example', undefined],
  ['#javascript:alert(1)', undefined],
  ['', undefined],
])('hash %j is synced to %j', (hash, target) => {
  expect(hashTarget(hash)).toBe(target)
})

test.each([
  ['/test', '', '网络自检 - 海易联'],
  ['/test', '?name=控制台', '控制台 - 海易联'],
  ['/test', '?name=点此领奖', '网络自检 - 海易联'],
  ['/', '?name=首页', '首页 - 海易联'],
  ['/', '?sign=login&name=登录', '登录 - 海易联'],
  ['/personaldetails/', '', '个人信息 - 海易联'],
  ['/PersonalDetails', '', '个人信息 - 海易联'],
  ['/nothing', '', '页面不存在 - 海易联'],
])('the title of %s%s is %s', (path, search, title) => {
  expect(pageTitle(path, search, '海易联')).toBe(title)
})
