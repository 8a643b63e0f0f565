import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hasChineseFont } from './share-image.ts'
import { testSite } from './testing.ts'

const site = await testSite({ BRAND_NAME: '测试品牌', SUPPORT_PHONE: '400-123-4567' })
const { app, get, make } = site

const graph = (body: string) =>
  (JSON.parse(/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '{}') as { '@graph': Record<string, unknown>[] })['@graph']

test('the home page works without prices, and shows the lowest ones once something is on sale', async () => {
  const empty = (await get('/')).body
  expect(empty).toContain('免费注册')
  expect(empty).not.toContain('hero-price')
  await make.sku({ price: 19_800 })
  await make.sku({ price: 16_800 })
  await expect.poll(async () => (await get('/')).body).toContain('线路每月 <b>¥168.00</b> 起')
  const { body } = await get('/')
  const actions = /<p class="hero-actions">(.*?)<\/p>/.exec(body)?.[1] ?? ''
  const order = ['免费注册', '查看价格', '下载客户端'].map(text => actions.lastIndexOf(text))
  expect(order).toEqual([...order].sort((a, b) => a - b))
  // Returning visitors see the download first: it occurs twice, and the stylesheet hides one of the two.
  expect(actions.indexOf('下载客户端')).toBeLessThan(actions.indexOf('免费注册'))
})

test('every city of the map names its access ways and prices, and leads to the calculator', async () => {
  const { body } = await get('/')
  const links = [...body.matchAll(/<a href="(\/product\?region=[^"#]+#calculator)" aria-label="([^"]+)"/g)]
  expect(links.length).toBeGreaterThan(0)
  for (const [, , label] of links) expect(label).toMatch(/，.+ ¥\d+\.\d\d 起/)
})

test('each kind of page has its structured data: organisation, product, FAQ and breadcrumbs', async () => {
  const types = async (path: string) => graph((await get(path)).body).map(each => each['@type'])
  expect(await types('/')).toEqual(expect.arrayContaining(['Organization', 'Product']))
  expect(await types('/product')).toEqual(expect.arrayContaining(['Product', 'BreadcrumbList']))
  expect(await types('/details')).toEqual(['FAQPage', 'BreadcrumbList'])
  const product = graph((await get('/product')).body).find(each => each['@type'] === 'Product')
  expect(product?.offers).toMatchObject({ priceCurrency: 'CNY', lowPrice: expect.stringMatching(/^\d+\.\d\d$/) })
})

test('the breadcrumb places a category below its section, and an article has its picture and its publisher’s logo', async () => {
  await make.article({ title: '怎样绑定地址' })
  const { body } = await get('/help')
  const [, category] = /href="(\/help\?category=[^"]+)"/.exec(body) ?? []
  const [, article] = /href="(\/help\/[a-z0-9-]+)"/.exec(body) ?? []
  const crumbs = graph((await get(category ?? '')).body).find(each => each['@type'] === 'BreadcrumbList')
  const items = crumbs?.itemListElement as { item: string }[]
  const origin = 'https://www.example.com'
  expect(items.map(({ item }) => item)).toEqual([`${origin}/`, `${origin}/help`, origin + category])
  const description = graph((await get(article ?? '')).body).find(each => each['@type'] === 'Article')
  expect(description).toMatchObject({
    image: `${origin}/share${article}.png`,
    publisher: { logo: `${origin}/icon-512.png` },
  })
  const sitemap = (await get('/sitemap.xml')).body
  for (const path of [category, '/template/service.html', '/template/private.html'])
    expect(sitemap).toContain(`<loc>${origin}${path}</loc>`)
})

test('a page names its own share picture, a PNG of the expected size', async () => {
  const { id } = await make.article({ title: '怎样选择线路的城市、接入方式与带宽才合适' })
  const help = (await get('/help')).body
  const slug = /href="\/help\/([a-z0-9-]+)"/.exec(help)?.[1]
  expect(id).toBeTruthy()
  for (const path of ['/', '/product', '/help', `/help/${slug}`]) {
    const { body } = await get(path)
    const picture = /property="og:image" content="([^"]+)"/.exec(body)?.[1] ?? ''
    expect(picture).toBe(`https://www.example.com/share${path === '/' ? '/index' : path}.png`)
    const answer = await get(new URL(picture).pathname)
    expect(answer.headers['content-type']).toBe('image/png')
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' })
  }
  for (const path of ['/share/none.png', '/share/help/none.png', '/share/index.svg', '/share/..%2fx.png'])
    expect((await get(path)).statusCode, path).toBe(404)
})

test('a share picture shows its page’s words if the machine has a font for them', async () => {
  const one = (await get('/share/details.png')).rawPayload
  const other = (await get('/share/scene.png')).rawPayload
  expect(one.equals(other)).toBe(!(await hasChineseFont()))
})

test('each page has one address: trailing slashes redirect to it, on this host only', async () => {
  for (const [address, to] of [
    ['/help/', '/help'],
    ['/help//?q=a/', '/help?q=a/'],
    ['/control/', '/control'],
  ]) {
    const answer = await get(address ?? '')
    expect([answer.statusCode, answer.headers.location]).toEqual([301, to])
  }
  for (const address of ['//example.com/', '/%5cexample.com/', '///']) {
    const { location } = (await get(address)).headers
    expect(location === undefined || /^\/(?![/\\])/.test(String(location)), String(location)).toBe(true)
  }
})

test('pages allow only GET and HEAD; calls and unknown addresses keep their answers', async () => {
  for (const url of ['/', '/help', '/help/any', '/control', '/share/index.png', '/promotion/ABC123']) {
    const answer = await app.inject({ method: 'POST', url, payload: { any: 1 } })
    expect([url, answer.statusCode, answer.headers.allow]).toEqual([url, 405, 'GET, HEAD'])
  }
  expect((await app.inject({ method: 'POST', url: '/nothing' })).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/api/nope' })).json()).toMatchObject({ code: 404 })
})

test('the manifest has the configured name', async () => {
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers['content-type']).toContain('application/manifest+json')
  expect(answer.json()).toMatchObject({ name: '测试品牌', start_url: '/' })
})

test('the rules on the page match those in the code', async () => {
  const { refundDays } = await import('#contract/shop.ts')
  const { addressCoolingDays, lineGraceDays, rebindsPerMonth } = await import('#contract/line-names.ts')
  const { body } = await get('/')
  const plain = body.replaceAll(/<[^>]+>/g, '')
  for (const text of [
    `付款后 ${refundDays} 天内`,
    `到期后保留地址 ${lineGraceDays} 天`,
    `每个自然月可更换 ${rebindsPerMonth} 次`,
    `先冷却 ${addressCoolingDays} 天`,
  ])
    expect(plain).toContain(text)
})
