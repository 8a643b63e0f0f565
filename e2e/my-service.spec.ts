import { demo, keepSession, managerSession, post, signedIn } from './people.ts'
import { newBuyer } from './shopping.ts'
import { assignHours, newEmployee, reportDevice, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

interface MyService {
  remain_days: number
  company: { name: string; managers: { name: string; phone: string }[] }
  devices: { name: string; message: string; reason: string }[]
}

test('an employee sees their own days, devices and managers', async ({ page }) => {
  const { sid } = await signedIn(page, demo.employee)
  const { data } = await post<MyService>(page.request, '/v1/client/getMyService', { sid })
  await page.goto('/personaldetails')
  const service = page.getByRole('region', { name: '我的服务' })
  await expect(service).toContainText(`剩余 ${data.remain_days} 天`)
  await expect(page.getByRole('region', { name: '个人资料' })).toContainText('深圳市蓝帆跨境电商有限公司')
  for (const { name } of data.devices) await expect(service.getByRole('heading', { name })).toBeVisible()
  expect(data.company.managers.map(({ name }) => name)).toContain('林海舟')
  await expect(service.getByRole('link', { name: '13800000001' })).toHaveAttribute('href', 'tel:13800000001')
})

test('an unusable device says why', async ({ page }) => {
  const employee = await newEmployee(page.request)
  const name = uniqueName('新电脑')
  await reportDevice(page.request, employee, { name })
  await keepSession(page, employee)
  await page.goto('/personaldetails')
  const device = page.getByRole('region', { name: '我的服务' }).getByRole('listitem').filter({ hasText: name })
  await expect(device).toContainText('尚未分配服务时长，请联系企业管理员分配')
  await expect(page.getByText('尚未分配时长，请联系管理员')).toBeVisible()
  await assignHours(page.request, (await managerSession(page.request)).sid, [employee.employee_id])
  await page.reload()
  await expect(device).toContainText('待审核')
  await expect(device).toContainText('设备等待企业管理员审核，通过后即可使用')
})

test('a manager also has the service page in the console', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/managepersonal')
  const service = page.getByRole('region', { name: '我的服务' })
  await expect(service).toContainText('总经办')
  await expect(service).toContainText('3 台')
})

test('a person without a company is told what to do', async ({ page }) => {
  await signedIn(page, demo.unverified)
  await page.goto('/personaldetails')
  await expect(page.getByRole('region', { name: '我的服务' })).toContainText('您还不属于任何企业')
})

test('a new company’s owner is directed to assigning hours and lines, not to a manager', async ({ page }) => {
  await keepSession(page, await newBuyer(page.request))
  await page.goto('/control/managepersonal')
  const service = page.getByRole('region', { name: '我的服务' })
  await expect(service.getByRole('link', { name: '去分配' })).toHaveAttribute('href', '/control/employeetime')
  await expect(service.getByRole('link', { name: '专线权限' })).toHaveAttribute('href', '/control/authoritymanagement')
  await expect(service.getByText('请联系管理员')).toHaveCount(0)

  // In an empty state, the button to begin keeps its shape: its icon is no part of the drawing.
  await page.goto('/control/authoritymanagement')
  const icon = page.getByRole('main').getByRole('button', { name: '新建专线组' }).locator('svg')
  expect((await icon.boundingBox())?.width).toBeLessThan(24)
})
