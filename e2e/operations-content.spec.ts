import { randomUUID } from 'node:crypto'
import { expectAccessible } from './axe.ts'
import { logInAs, openAs, operate } from './operations.ts'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

// The picture has 2 × 2 pixels.
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAEklEQVQImWMQCv8vFP6fAUIBACO6BaGwCDk9AAAAAElFTkSuQmCC',
  'base64',
)

test('an article with a picture is written, previewed, published, read, edited and republished', async ({
  page,
  browser,
  baseURL,
  tolerate,
}) => {
  // The preview's frame runs no script, which Playwright reports for its own scripts there as well.
  tolerate(/Blocked script execution in 'about:/)
  const title = `怎样更换线路 ${Date.now()}`
  await openAs(page, 'content', '/operations/articles')
  await page.getByRole('link', { name: '写文章' }).click()
  await page.getByLabel('标题', { exact: true }).first().fill(title)
  await page.getByLabel('分类').click()
  await page.getByTitle('常见故障').click()
  await expect(page.getByLabel('网址名')).not.toHaveValue('')
  await page.getByLabel('摘要').fill('三步换好线路')
  const text = page.getByRole('textbox', { name: '正文' })
  await text.fill('打开专线页。')
  await text.selectText()
  await page.getByRole('button', { name: '加粗' }).click()
  await expect(text).toHaveValue('**打开专线页。**')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(text).toHaveValue('打开专线页。')

  await page.getByRole('button', { name: '图片' }).click()
  const dialog = page.getByRole('dialog', { name: '插入图片' })
  await dialog.getByLabel('选择图片').setInputFiles({ name: '截图.png', mimeType: 'image/png', buffer: picture })
  await dialog.getByLabel('图片说明').fill('专线页')
  await dialog.getByRole('button', { name: '插入' }).click()
  await expect(text).toHaveValue(/!\[专线页\]\(\/images\/[0-9a-f-]{36}\.png\)/)
  const preview = page.frameLocator('iframe[title=预览]')
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(preview.getByRole('img', { name: '专线页' })).toHaveJSProperty('naturalWidth', 2)

  // A reload loses nothing.
  page.once('dialog', requested => void requested.accept())
  await page.reload()
  await expect(page.getByText(/已恢复这台电脑上/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expectAccessible(page, { narrowToo: true })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await page.waitForURL(/\/operations\/articles\/[0-9a-f-]{36}$/)
  const publish = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
    await expect(
      page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: '已发布' }).first(),
    ).toBeVisible()
  }
  const visitor = await (await browser.newContext({ baseURL: `${baseURL}` })).newPage()
  await visitor.goto('/help')
  await expect(visitor.getByText(title)).toHaveCount(0)
  await publish('发布')
  await visitor.reload()
  await visitor.getByRole('main').getByRole('link', { name: title }).click()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(visitor.getByRole('img', { name: '专线页' })).toHaveJSProperty('naturalWidth', 2)

  await page.getByLabel('标题', { exact: true }).first().fill(`${title}（新）`)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText('有未发布的修改')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(title)
  await publish('发布修改')
  await visitor.reload()
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(`${title}（新）`)
  await visitor.context().close()
})

test('a time is chosen by keyboard and on a phone, and sent only then', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await logInAs(page, 'content')
  const { list } = await operate(page, 'getContentArticleList', { keyword: '安装' })
  const { article_id } = list[0] ?? { article_id: '' }
  await page.goto(`/operations/articles/${article_id}`)
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '定时发布……' }).click()
  const dialog = page.getByRole('dialog', { name: '定时发布' })
  const moment = dialog.getByLabel('发布时间（北京时间）')
  await moment.click()
  const calendar = page.locator('.ant-picker-dropdown')
  for (const edge of ['一', '日', '确定', '此刻'].map(text => calendar.getByText(text, { exact: true })))
    await expect(edge).toBeInViewport({ ratio: 1 })
  await moment.fill('2037-12-01 09:30')
  // Enter accepts the time, but sends nothing yet.
  await moment.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(moment).toHaveValue('2037-12-01 09:30')
  await expect(dialog).toBeVisible()
  await moment.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('将于 2037-12-01 09:30 自动发布那时最后保存的版本')).toBeVisible()
  const { revision } = await operate(page, 'getContentArticle', { article_id })
  await operate(page, 'setContentArticleState', { article_id, revision, action: 'unschedule' })
})

test('of two people editing at once the second sees what the first saved', async ({ page, tolerate }) => {
  // As above: the preview's frame refuses axe's script as well.
  tolerate(/Blocked script execution in 'about:/)
  await logInAs(page, 'content')
  const { list } = await operate(page, 'getContentArticleList', { keyword: '优惠券' })
  const category_id = list[0]?.category_id ?? ''
  // The test has a separate article, so that its history is the same in a retry.
  const { article_id } = await operate(page, 'saveContentArticle', {
    category_id,
    slug: `together-${randomUUID()}`,
    title: '怎样使用优惠券',
    summary: '下单时选择',
    markdown: '下单时选择优惠券。',
  })
  await page.goto(`/operations/articles/${article_id}`)
  const text = page.getByRole('textbox', { name: '正文' })
  await text.press('ControlOrMeta+End')
  await text.pressSequentially('\n我的一行')
  const {
    kind: _,
    state: _s,
    has_changes: _h,
    publish_at: _p,
    published_at: _a,
    address: _d,
    saved_by: _b,
    saved_at: _t,
    ...theirs
  } = await operate(page, 'getContentArticle', { article_id })
  await operate(page, 'saveContentArticle', { ...theirs, markdown: `${theirs.markdown}\n对方的一行` })
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '其他人刚刚保存过' })
  await expect(dialog.locator('mark')).toHaveText(['对方的一行'])
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '保存为我的版本' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '更多' }).click()
  await page.getByRole('menuitem', { name: '历史版本' }).click()
  const history = page.getByRole('dialog', { name: '历史版本' })
  await expect(history.getByText(/^第 \d 版$/)).toHaveText(['第 3 版', '第 2 版', '第 1 版'])
  await history.getByRole('button', { name: '恢复第 1 版' }).click()
  await expect(text).not.toHaveValue(/一行/)
})

test('an announcement is on the home page and in the console until it is dismissed', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = `系统维护${Date.now()}`
  await openAs(page, 'content', '/operations/announcements')
  await page.getByRole('button', { name: '写公告' }).click()
  const dialog = page.getByRole('dialog', { name: '写公告' })
  await dialog.getByLabel('标题').fill(title)
  await dialog.getByLabel('内容').fill('今晚 **23:00** 起约十分钟，[查看说明](/help)。')
  await dialog.getByRole('radio', { name: '提醒' }).check()
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '存为草稿' }).click()
  await page.getByRole('button', { name: `发布 ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
  const withdraw = page.getByRole('button', { name: `撤下 ${title}` })
  await expect(withdraw).toBeVisible()

  const other = await browser.newContext({ baseURL: `${baseURL}`, locale: 'zh-CN' })
  const visitor = await other.newPage()
  await visitor.goto('/')
  const shown = visitor.getByRole('complementary', { name: '公告' }).getByText(title)
  await expect(shown).toBeVisible()
  await expectAccessible(visitor.getByRole('complementary', { name: '公告' }))
  await signedIn(visitor, demo.manager)
  await visitor.goto('/control/company')
  await expect(shown).toBeVisible()
  await visitor.goto('/')
  await visitor.getByRole('button', { name: `关闭公告：${title}` }).click()
  await expect(shown).toHaveCount(0)
  await visitor.reload()
  await expect(shown).toHaveCount(0)
  await visitor.goto('/control/company')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shown).toHaveCount(0)
  await other.close()
  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: '撤下' }).click()
  await expect(page.getByRole('button', { name: `发布 ${title}` })).toBeVisible()
})
