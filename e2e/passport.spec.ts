import type { APIRequestContext, Page } from '@playwright/test'
import { contract } from '#contract/index.ts'
import { expectAccessible } from './axe.ts'
import { managerSession, post } from './people.ts'
import { expect, overflow, test } from './test.ts'

/** Returns the signed file of a line of the demonstration's company. */
async function exported(request: APIRequestContext, sid: string): Promise<string> {
  const lines = await post<{ list: { svp_id: string }[] }>(request, contract.getCompanyVplList.path, {
    sid,
    keyword: '日本站-东京01',
  })
  const svp_id = lines.data.list[0]?.svp_id
  let file = { url: '', rows: 0 }
  // The demonstration's connections join the chain with the job of the minute.
  await expect(async () => {
    file = (await post<typeof file>(request, contract.exportPassport.path, { sid, svp_id })).data
    expect(file.rows).toBeGreaterThan(0)
  }).toPass({ timeout: 90_000 })
  return (await request.get(file.url)).text()
}

const verdictOf = (page: Page) => page.locator('[data-passport-verdict]')
const choose = (page: Page, name: string, content: string) =>
  page.getByLabel('选择文件').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) })

test('@narrow a platform’s reviewer checks a passport in the browser, and is told what was altered', async ({
  page,
}) => {
  test.setTimeout(150_000)
  const { request } = page
  const { sid } = await managerSession(request)
  const text = await exported(request, sid)
  const { data: kept } = await post(request, contract.getChainHead.path, { sid })

  await page.goto('/passport')
  const verdict = verdictOf(page)
  const requests: string[] = []
  page.on('request', sent => requests.push(`${sent.method()} ${new URL(sent.url()).pathname}`))

  await choose(page, '护照.jsonl', text)
  await expect(verdict).toHaveText('✓ 可信：内容、次序与签名全部一致，由本站签发。VALID')
  await expect(page.getByRole('heading', { name: /日本站-东京01（/ })).toBeVisible()
  const uses = page.locator('[data-passport-found] ol')
  await expect(uses).toContainText('何雅琪')
  expect(requests).toContain('GET /.well-known/passport-key.json')
  expect(requests.filter(each => !each.startsWith('GET '))).toEqual([])
  await expectAccessible(page)
  expect(await overflow(page)).toBe(0)

  // What the company kept is added to the passport that was chosen.
  await choose(page, '签名.json', JSON.stringify(kept))
  await expect(page.getByText(/另存的签名 \d+ 个/)).toBeVisible()
  await expect(verdict).toContainText('✓ 可信')

  await choose(page, '改过.jsonl', text.replace('何雅琪', '张三'))
  await expect(verdict).toHaveText('✗ 不可信：1 处问题。NOT VALID')
  await expect(page.getByText('文件的内容在签名之后被改动')).toBeVisible()
  const rows = text.trimEnd().split('\n')
  await choose(page, '少一行.jsonl', `${rows.toSpliced(1, 1).join('\n')}\n`)
  await expect(page.getByText(/第 \d+ 环缺失或次序不对/).first()).toBeVisible()
  const [seal = ''] = rows.slice(-1)
  const stranger = JSON.stringify({ ...JSON.parse(seal), key: `${'A'.repeat(42)}E` })
  await choose(page, '别人签的.jsonl', `${rows.toSpliced(-1, 1, stranger).join('\n')}\n`)
  await expect(page.getByText('签名的公钥不是您记下的，也不是它们承认的')).toBeVisible()
  await choose(page, '截断.jsonl', text.slice(0, -40))
  await expect(page.getByText(/文件不完整或格式不正确/)).toBeVisible()
  await choose(page, '护照.pdf', '%PDF-1.7\n\u00ff')
  await expect(verdict).toContainText('“护照.pdf”不是护照的签名文件')

  // The input behind the button is reached by keyboard.
  const input = page.getByLabel('选择文件')
  await input.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(input).not.toBeFocused()
  await page.keyboard.press('Tab')
  await expect(input).toBeFocused()

  // A file that is dropped anywhere does not replace the page.
  await page.evaluate(content => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([content], '拖来的.jsonl'))
    document
      .querySelector('footer')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }, text)
  await expect(verdict).toContainText('✓ 可信')
  await expect(page.getByText('拖来的.jsonl')).toBeVisible()
})

test.describe('without what a check needs', () => {
  test.use({ ownContext: true })

  test('nobody is called the issuer without the key, and an old browser is led to the program', async ({
    page,
    tolerate,
  }) => {
    test.setTimeout(150_000)
    tolerate(/passport-key\.json|Failed to load resource/)
    const text = await exported(page.request, (await managerSession(page.request)).sid)
    await page.route('**/passport-key.json', route => route.fulfill({ status: 503 }))
    await page.goto('/passport')
    await choose(page, '护照.jsonl', text)
    await expect(verdictOf(page)).toContainText('！没有核对签发者')
    await page.addInitScript(() => {
      SubtleCrypto.prototype.verify = () => Promise.reject(new DOMException('unknown', 'NotSupportedError'))
    })
    await page.goto('/passport')
    await choose(page, '护照.jsonl', text)
    await expect(verdictOf(page)).toContainText('这个浏览器还不能核对 Ed25519 签名')
    await expect(page.getByRole('link', { name: '核对程序' })).toHaveAttribute('href', '/verify-passport.mjs')
  })
})
