import { demo, signedIn } from './people.ts'
import { expect, expectAccessible, test } from './test.ts'

const publicPages = [
  '/',
  '/download',
  '/scene',
  '/cheats',
  '/help',
  '/help/no-sms',
  '/details',
  '/product',
  '/promotion/HYL666',
  '/template/private.html',
  '/nothing',
]

for (const path of publicPages)
  test(`${path} has no axe violation, light or dark`, async ({ page, tolerate }) => {
    tolerate(/status of 404/)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expectAccessible(page, { reload: path.startsWith('/template/') })
  })

for (const panel of ['登录', '注册', '找回密码'])
  test(`the overlay’s panel ${panel} has no axe violation, with its problems shown`, async ({ page }) => {
    await page.goto(panel === '注册' ? '/?sign=register' : '/?sign=1')
    const dialog = page.getByRole('dialog')
    if (panel === '找回密码') await dialog.getByRole('button', { name: '忘记密码？' }).click()
    await dialog.getByRole('button', { name: /^(登录|注册|重设密码)$/ }).click()
    await expect(dialog.getByText('请勾选服务条款')).toBeVisible()
    await expectAccessible(page)
  })

const accountPages = [
  { path: '/personaldetails', phone: demo.employee },
  { path: '/realname/yes', phone: demo.unverified },
  { path: '/realname/no', phone: demo.rejected },
  { path: '/test', phone: demo.employee },
  { path: '/pages/buySuccess/buySuccess', phone: demo.employee },
  { path: '/control/company', phone: demo.manager },
  { path: '/control/deviceManage', phone: demo.manager },
  { path: '/control/departmentgroup', phone: demo.manager },
  { path: '/control/employeetime', phone: demo.manager },
  { path: '/control/employeetime?tab=ledger', phone: demo.manager },
  { path: '/control/addemployee', phone: demo.manager },
  { path: '/control/addemployee?way=import', phone: demo.manager },
  { path: '/control/orderrecord', phone: demo.manager },
  { path: '/control/orderrecord?tab=invoices', phone: demo.manager },
  { path: '/control/orderrecord?tab=invoices&view=orders', phone: demo.manager },
  { path: '/control/managepersonal', phone: demo.manager },
  { path: '/control/nothing', phone: demo.manager },
]

for (const { path, phone } of accountPages)
  test(`${path} has no axe violation, light or dark`, async ({ page }) => {
    await signedIn(page, phone)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
  })
