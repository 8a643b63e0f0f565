import { expect, test } from 'vitest'
import { contract } from './index.ts'
import { controlTab, paths, tabAddress, tabs } from './paths.ts'
import { channelId, clientTypes, clientVersion, instanceId, maskPhone, password, webClient } from './rules.ts'

/** The calls that the specification names, by the folder of their path. */
const named: Record<string, string> = {
  '/v3/device': 'getDeviceList getDeviceDetail getDeviceLog deviceAudit deviceRemove deviceAuthStatusChange',
  '/v3/service': 'getIndustryList',
  '/chlapi/channel': 'verifyPromotionCode',
  '/chlapi/company': 'channelRegister checkCompanyInfo',
  '/v3/coupon': 'getUserCouponList getUserCouponTypeList getCoupon getUsableCoupon',
  '/v3/product': 'getAccessWayList getGoodsPackageTypeByCategoryId getGoodsListByCategoryId',
  '/v1/product': 'getCategoryTreeList getSkuInfoByAttribute',
  '/v1/user': 'wLogin wRegister forgotPassword wAuth wGetUserInfo checkManager refreshSession',
  '/v1/app': 'sendVerificationCode getVersion',
  '/v1/upload': 'uploadFile',
  '/v1/help': 'getArticleList getArticleDetail',
  '/v1/order': 'createOrder getOrderList orderOpera getOrderInfoBySvpId getOrderDetailByOrderId',
  '/v1/company':
    'getCompanyInfo getCompanyVplList getCompanyVplDetail getCompanyAdminCaptcha bindCompanyVpl getVplIpList getCompanyUserList addCompanyUser getCompanyUserDetail setCompanyUserService delCompanyUser getVplGroupList setVplGroup deleteVplGroup setVplGroupLines',
  '/v1/department': 'getDeptListByCompanyId setDepartment batchSetDepartment delDepartment',
  '/v2/company': 'getCompanyForDropList getCompanyData',
}

test.each(Object.entries(named))('the specified calls below %s exist by name', (folder, names) => {
  const calls: Record<string, { path: string }> = contract
  for (const name of names.split(' ')) expect(calls[name]?.path).toBe(`${folder}/${name}`)
})

test('exactly the listed calls need no sid', () => {
  const open = [
    'wLogin',
    'wRegister',
    'forgotPassword',
    'sendVerificationCode',
    'getVersion',
    'getArticleList',
    'getArticleDetail',
    'getCompanyForDropList',
    'verifyPromotionCode',
    'channelRegister',
    'checkCompanyInfo',
    'getIndustryList',
  ]
  const calls: Record<string, { access: string }> = contract
  for (const name of open) expect(calls[name]?.access, name).toBe('public')
  const catalogue = [...(named['/v3/product'] ?? '').split(' '), ...(named['/v1/product'] ?? '').split(' ')]
  const others = Object.values(named)
    .flatMap(names => names.split(' '))
    .filter(name => ![...open, ...catalogue].includes(name))
  for (const name of others) expect(['account', 'manager'], name).toContain(calls[name]?.access)
})

const problemsOf = (
  name: 'wLogin' | 'wRegister' | 'forgotPassword' | 'sendVerificationCode' | 'getVersion',
  input: object,
) => contract[name].input.safeParse(input).error?.issues.map(({ path, code }) => `${path.join('.')} ${code}`) ?? []

test('the payloads follow the specification', () => {
  const [username, secret, captcha] = ['13800000001', 'demo1234', '123456']
  expect(problemsOf('wLogin', { is_agree: 1, username, password: secret })).toEqual([])
  expect(problemsOf('wRegister', { is_agree: 1, username, password: secret, captcha, invite_code: 'HYL666' })).toEqual(
    [],
  )
  expect(problemsOf('forgotPassword', { username, password: secret, password2: secret, captcha })).toEqual([])
  for (const email_type of ['register', 'forgotpwd'])
    expect(problemsOf('sendVerificationCode', { send_type: 1, account: username, email_type })).toEqual([])
  for (const client_type of [1, 2, 4]) expect(problemsOf('getVersion', { channel_id: 1, client_type })).toEqual([])
  expect(problemsOf('getVersion', { channel_id: 1, client_type: 3 })).not.toEqual([])
  expect(problemsOf('sendVerificationCode', { send_type: 2, account: username, email_type: 'register' })).not.toEqual(
    [],
  )
})

test('nobody logs in or registers without having agreed', () => {
  for (const is_agree of [0, undefined]) {
    expect(problemsOf('wLogin', { is_agree, username: 'x', password: 'demo1234' })).toContainEqual(
      expect.stringMatching(/^is_agree/),
    )
    expect(problemsOf('wRegister', { is_agree })).toContainEqual(expect.stringMatching(/^is_agree/))
  }
})

test('an account of 50 characters is taken and one of 51 is not', () => {
  const login = (length: number) =>
    problemsOf('wLogin', { is_agree: 1, username: 'x'.repeat(length), password: 'demo1234' })
  expect(login(50)).toEqual([])
  expect(login(51)).not.toEqual([])
})

test('the constants are as specified', () => {
  expect([instanceId, channelId, clientVersion, webClient]).toEqual([23, 1, '1201', 'portal-web'])
  expect(clientTypes).toEqual({ windows: 1, android: 2, mac: 4 })
  expect(password).toEqual({ min: 6, max: 18 })
  expect(maskPhone('13812345678')).toBe('138****5678')
})

test('the account and console routes are as specified', () => {
  expect([
    paths.realname('yes'),
    paths.realname('no'),
    paths.test,
    paths.personalDetails,
    paths.buySuccess,
    paths.buyFailed,
  ]).toEqual([
    '/realname/yes',
    '/realname/no',
    '/test',
    '/personaldetails',
    '/pages/buySuccess/buySuccess',
    '/pages/buyFailed/buyFailed',
  ])
  const console = [
    paths.buyHours,
    paths.buyLines,
    paths.orderRecord,
    paths.company,
    paths.departments,
    paths.employees,
    paths.addEmployee,
    paths.employeeDetails,
    paths.manageLine,
    paths.deviceManage,
    paths.lineDetails,
    paths.authority,
    paths.managePersonal,
    paths.couponCenter,
    paths.coupons,
  ]
  expect(console.map(path => path.replace('/control/', '')).join(' ')).toBe(
    'employeehouers buyvirtual orderrecord company departmentgroup employeetime addemployee employeedetails manageline deviceManage managelinedetails authoritymanagement managepersonal couponcenter couponlist',
  )
})

test('the tabs carry csssign and name', () => {
  expect([...tabs, controlTab].map(tab => decodeURI(tabAddress(tab)))).toEqual([
    '/?csssign=header&name=首页',
    '/download?csssign=download&name=产品下载',
    '/scene?csssign=scene&name=应用场景',
    '/cheats?csssign=cheats&name=出海攻略',
    '/help?csssign=help&name=帮助中心',
    '/control?csssign=control&name=控制台',
  ])
})
