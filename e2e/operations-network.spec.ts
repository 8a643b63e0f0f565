import { hash, randomBytes, randomInt } from 'node:crypto'
import { expectAccessible } from './axe.ts'
import { openAs } from './operations.ts'
import { post } from './people.ts'
import { newBuyer, orderByCall, payByCall, stock } from './shopping.ts'
import { expect, test } from './test.ts'

const toast = (text: string | RegExp) => ({ hasText: text })

test('network imports 10,000 addresses with some bad rows, and the stock shows them', async ({ page }) => {
  // Each run has a separate network, above those that shopping.ts draws.
  const net = randomInt(96, 127)
  const block = randomInt(0, 5) * 50
  const good = Array.from(
    { length: 10_000 },
    (_, index) =>
      `ae-dubai,private-line,45.${net}.${block + Math.floor(index / 250)}.${(index % 250) + 1},dubai.gw.example`,
  )
  const bad = [
    'atlantis,private-line,1.2.3.4,gw.example.com',
    'ae-dubai,private-line,300.1.1.1,gw.example.com',
    good[0],
  ]
  const csv = ['region,access_way,address,gateway', ...good, ...bad].join('\n')

  await openAs(page, 'network', '/operations/regions?keyword=ae-dubai')
  const dubai = page.getByRole('row').filter({ hasText: 'ae-dubai' })
  const free = async () => Number(((await dubai.getByRole('cell').nth(3).textContent()) ?? '').replaceAll(',', ''))
  await expect(dubai).toBeVisible()
  const before = await free()

  await page.getByRole('link', { name: '地址', exact: true }).click()
  await page.getByRole('link', { name: '批量导入' }).click()
  const file = page.getByLabel('地址文件')
  await file.setInputFiles({ name: '地址.csv', mimeType: 'text/csv', buffer: Buffer.from('ip,port\n1.2.3.4,80') })
  await expect(page.getByRole('alert')).toHaveText('第一行须为 region,access_way,address,gateway')
  await file.setInputFiles({ name: '地址.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByText('3 行有问题，10,000 行可以导入')).toBeVisible()
  const problems = page.getByRole('region', { name: '有问题的行' })
  await expect(problems.getByRole('row').nth(1)).toHaveText(/^10002没有代码为“atlantis”的地区/)
  await expect(problems.getByRole('row').nth(3)).toHaveText('10004与第 2 行的地址重复')
  await expect(page.getByRole('region', { name: '按地区与接入方式' })).toContainText('迪拜')
  await expectAccessible(page.getByRole('main'))
  await page.getByRole('button', { name: '只导入无误的 10,000 行' }).click()
  await expect(page.getByText('已处理 10,000 / 10,000 行，入库 10,000 个地址')).toBeVisible({ timeout: 20_000 })

  await page.getByRole('link', { name: '查看地址' }).click()
  await page.getByRole('searchbox', { name: '搜索地址、网段或企业' }).fill(`45.${net}.${block}.0/24`)
  await expect(page.getByText('共 250 个地址')).toBeVisible()
  await page.goto('/operations/regions?keyword=ae-dubai')
  await expect(dubai).toBeVisible()
  expect(await free()).toBe(before + 10_000)
})

test('content publishes an installer, and the public download page shows it at once', async ({ page }) => {
  const content = randomBytes(200_000)
  const sha256 = hash('sha256', content, 'hex')
  const version = `12.9.${randomInt(1, 999_999)}`
  await page.goto('/download')
  await openAs(page, 'content', '/operations/installers')
  await page.getByRole('button', { name: '发布新版本' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Android' }).check()
  await dialog.getByLabel('版本号').fill('11.0.0')
  await dialog.getByLabel('安装包').setInputFiles({ name: '海易连.apk', mimeType: '', buffer: content })
  await dialog.getByLabel('更新说明').fill('- 连接更快')
  await dialog.getByLabel('SHA-256').fill(sha256)
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '上传并发布' }).click()
  await expect(dialog.getByText(/版本号须高于当前的 12\./)).toBeVisible()
  await dialog.getByLabel('版本号').fill(version)
  await dialog.getByRole('button', { name: '上传并发布' }).click()
  await expect(page.getByRole('status').filter(toast('安装包已发布'))).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: `Android ${version}` })
  await expect(row).toContainText('当前版本')

  await page.goto('/download')
  await expect(page.getByText(version).first()).toBeVisible()
  await expect(page.getByText(sha256).first()).toBeAttached()

  await page.goto('/operations/installers')
  await page.getByRole('button', { name: `Android ${version}的操作` }).click()
  await page.getByRole('menuitem', { name: '撤回' }).click()
  await dialog.getByRole('button', { name: '撤回' }).click()
  await expect(page.getByRole('status').filter(toast(`Android ${version} 已撤回；当前版本为`))).toBeVisible()
  await page.goto('/download')
  await expect(page.getByText(version)).toHaveCount(0)
})

test('network moves a line to another address: its log, its history and the company say so', async ({ page }) => {
  const prefix = await stock('kr-seoul', 'datacenter-native', 3)
  const buyer = await newBuyer(page.request)
  const bought = { product: 'line', quantity: 1, place: '韩国 首尔 数据中心原生 IP' } as const
  const { order_id } = await orderByCall(page.request, buyer, bought)
  await payByCall(page.request, buyer, order_id)
  const { sid } = buyer
  const call = async <Data>(path: string, input: object) =>
    (await post<Data>(page.request, `/v1/company/${path}`, { sid, ...input })).data
  const [line] = (await call<{ list: { svp_id: string }[] }>('getCompanyVplList', {})).list
  const svp_id = line?.svp_id ?? ''
  const free = await call<{ list: { ip_id: string; address: string }[] }>('getVplIpList', { svp_id, keyword: prefix })
  const [first, second] = free.list
  await call('bindCompanyVpl', { svp_id, ip_id: first?.ip_id })

  await openAs(page, 'network', `/operations/lines?keyword=${first?.address}`)
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('button', { name: '更换地址' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('searchbox', { name: '搜索新地址' }).fill(second?.address ?? '')
  await dialog.getByRole('radio', { name: second?.address ?? '' }).check()
  await dialog.getByRole('button', { name: '更换', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入原因')
  await dialog.getByRole('textbox', { name: '原因' }).fill('原地址被目标站点屏蔽')
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '更换', exact: true }).click()
  const moved = page.getByRole('region', { name: '记录' }).getByRole('listitem').first()
  await expect(moved).toContainText('平台更换地址')
  await expect(moved).toContainText(`${first?.address} → ${second?.address}（原地址被目标站点屏蔽）`)

  await page.goto(`/operations/addresses?keyword=${first?.address}`)
  await expect(page.getByRole('row').filter({ hasText: first?.address ?? '' })).toContainText('已停用')
  await page.getByRole('button', { name: `${first?.address}的操作` }).click()
  await page.getByRole('menuitem', { name: '使用记录' }).click()
  await expect(page.getByText('1 条使用记录，最新的在前。')).toBeVisible()
  await expectAccessible(page.getByRole('dialog'))
  const notices = await post<{ list: { title: string; text: string }[] }>(page.request, '/v1/notice/getNoticeList', {
    sid,
  })
  expect(notices.data.list.find(({ title }) => title === '专线更换了地址')?.text).toContain(second?.address)
})
