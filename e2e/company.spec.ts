import { expectAccessible } from './axe.ts'
import { firstAnswer } from './first-answer.ts'
import { demo, signedIn, stored } from './people.ts'
import { expect, test } from './test.ts'

test('the company page shows the portal’s figures, and the same days everywhere', async ({ page }) => {
  await signedIn(page, demo.manager)
  const answered = firstAnswer(page, 'getCompanyData')
  await page.goto('/control/company')
  const data = await answered
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('深圳市蓝帆跨境电商有限公司')
  const days = data.balance.toLocaleString('en-US')
  const figure = (label: string) => page.locator('dl').first().locator('div').filter({ hasText: label })
  await expect(figure('可分配时长')).toContainText(`${days}人天`)
  await expect(figure('服务中的员工')).toContainText(`${data.employees.in_service}人`)
  await expect(figure('待审核设备')).toContainText(`${data.devices.pending}台`)
  await expect(page.getByRole('banner').getByText(`剩余 ${days} 人天`)).toHaveCount(1)
  expect((await stored(page)).hyl_company_remain_days).toBe(String(data.balance))

  const todo = page.getByRole('region', { name: '待办' })
  await expect(todo.getByRole('listitem')).toContainText(data.todo.map(({ text }) => text))
  await todo.getByRole('link', { name: /台设备等待审核/ }).click()
  await expect(page).toHaveURL(/\/control\/deviceManage\?audit_state=pending$/)
})

// Pages prefetch nothing in the context that tests share.
test.describe('in a context of its own', () => {
  test.use({ ownContext: true })
  test('the charts load after the page, and no other page loads them', async ({ page }) => {
    const scripts: string[] = []
    page.on('request', request => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    const charts = () => scripts.filter(path => /\/charts-/.test(path))
    await signedIn(page, demo.manager)
    for (const path of ['/control/managepersonal', '/control/deviceManage']) {
      await page.goto(path, { waitUntil: 'networkidle' })
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    // The scripts of the other pages come once the browser has nothing else to do.
    await expect.poll(() => scripts.some(path => /\/center-page-/.test(path))).toBe(true)
    expect(charts()).toEqual([])
    await page.goto('/control/company')
    await expect(page.getByRole('list', { name: /^未来 90 天有 \d+ 名员工到期/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^员工：服务中 \d+ 人/ })).toBeVisible()
    await expect(page.getByRole('img', { name: /^共 \d+ 台设备：在线 \d+ 台/ })).toBeVisible()
    await expect(page.locator('canvas')).toHaveCount(2)
    expect(charts()).toHaveLength(1)
    const order = scripts.findLastIndex(path => /\/company-page-/.test(path))
    expect(scripts.findIndex(path => /\/charts-/.test(path))).toBeGreaterThan(order)
  })
})

test('a chart is redrawn in the colours of the new theme', async ({ page, tolerate }) => {
  // This test's own reading of the canvas causes the warning.
  tolerate(/willReadFrequently/)
  await signedIn(page, demo.manager)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/control/company')
  const canvas = page.getByRole('img', { name: /^员工：/ }).locator('canvas')
  await expect(canvas).toBeVisible()
  /** Returns the ring's own colour, a little inside its right edge. */
  const colour = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const pen = element.getContext('2d')
      const [x, y] = [element.width / 2 + element.height * 0.4, element.height / 2]
      return [...(pen?.getImageData(x, y, 1, 1).data ?? [])].join()
    })
  await expect.poll(colour).toBe('0,184,169,255')
  await page.getByRole('button', { name: '切换到深色' }).click()
  await expect.poll(colour).toBe('31,207,191,255')
})

test('contact and address are edited; an error is shown at its field and keeps what was typed', async ({ page }) => {
  // This is the second company, whose data no other test reads.
  await signedIn(page, '13800000051')
  await page.goto('/control/company')
  await page.getByRole('button', { name: '修改', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '修改企业资料' })
  const phone = dialog.getByRole('textbox', { name: '联系电话' })
  await dialog.getByRole('textbox', { name: '企业地址' }).fill('杭州市滨江区演示路 9 号')
  await phone.fill('电话 0571')
  await phone.press('Enter')
  await expect(dialog.getByText('联系电话只能有数字、空格、+、-与括号')).toBeVisible()
  await expectAccessible(dialog)
  await phone.fill('0571-8800 1234')
  await phone.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: '企业资料已保存' })).toBeVisible()
  await expect(dialog).toBeHidden()
  const registered = page.getByRole('region', { name: '登记资料' })
  await expect(registered).toContainText('0571-8800 1234')
  await page.reload()
  await expect(registered).toContainText('杭州市滨江区演示路 9 号')
})
