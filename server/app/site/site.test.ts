import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pino from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifyPromotionCode } from '#contract/channels.ts'
import { buildPortal } from '#server/app/portal.ts'
import { signingKey } from '#server/modules/connections/heads.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { testSite } from './testing.ts'

const site = await testSite({ TRUST_PROXY: '127.0.0.1', MOBILE_HOSTS: 'www.example.com=m.example.com' })
const { get, make, system } = site

const slugOf = async (id: string) =>
  (await system.row(z.object({ slug: z.string() }))`select slug from article where id = ${id}`)?.slug ?? ''

test('an impossible file address answers 404', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-assets-'))
  await writeFile(join(folder, 'a.js'), 'here')
  const web = { ...site.web, publicDir: folder, assetsDir: folder }
  const portal = await buildPortal(site.config, { url: site.url, log: pino({ level: 'silent' }), web, poolSize: 2 })
  try {
    expect((await portal.app.inject({ url: '/assets/a.js' })).body).toBe('here')
    for (const name of ['%00', '%5c..%5c', '..%2f..%2fetc%2fpasswd', 'b.js']) {
      const answer = await portal.app.inject({ url: `/assets/${name}` })
      expect(answer.statusCode, name).toBe(404)
      expect(answer.body).toContain('页面不存在')
    }
  } finally {
    await portal.stop()
    await rm(folder, { recursive: true })
  }
})

describe('routes', () => {
  test.each([
    ['/', '专属原生 IP'],
    ['/download', '产品下载'],
    ['/scene', '应用场景'],
    ['/cheats', '出海攻略'],
    ['/help', '帮助中心'],
    ['/details', '产品介绍'],
    ['/product', '产品与价格'],
    ['/passport', '核对地址护照'],
    ['/template/service.html', '用户服务协议'],
    ['/template/private.html', '隐私'],
  ])('%s is served as a complete document', async (path, heading) => {
    const answer = await get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<!doctype html><html lang="zh-CN">')
    expect(answer.body.match(/<h1[^>]*>(.*?)<\/h1>/)?.[1]).toContain(heading)
  })

  test.each(['/nope', '/error/400', '/help/no-such-article', '/help/NO', '/cheats/..%2f', '/help?category=none'])(
    '%s answers 404',
    async path => {
      const answer = await get(path)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('页面不存在')
      expect(answer.body).toContain('<meta name="robots" content="noindex"/>')
    },
  )

  test('an unknown call is answered in the envelope', async () => {
    const answer = await get('/api/nope')
    expect(answer.json()).toMatchObject({ code: 404 })
  })

  test('an unknown page of the app is not found: in the console with its frame, elsewhere as a document', async () => {
    const inConsole = await get('/control/nothing')
    expect([inConsole.statusCode, inConsole.body.includes('id="app"')]).toEqual([404, true])
    const elsewhere = await get('/realname/maybe')
    expect([elsewhere.statusCode, elsewhere.body.includes('页面不存在')]).toEqual([404, true])
    expect((await get('/control/DeviceManage')).statusCode).toBe(200)
  })

  test.each([
    '/test',
    '/personaldetails',
    '/realname/yes',
    '/pages/buySuccess/buySuccess',
    '/control',
    '/control/company',
  ])('%s serves the app shell with a new nonce each time', async path => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const answer = await get(path)
        expect(answer.statusCode).toBe(200)
        expect(answer.headers['cache-control']).toBe('no-store')
        const nonce = /<script nonce="([^"]+)"/.exec(answer.body)?.[1] ?? 'none'
        expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  test('the shell contains its page’s frame, requests the rows before any script, and is compressed', async () => {
    const { body } = await get('/control/employeetime')
    expect(body).toContain('<h1>员工与时长</h1>')
    expect(body).toMatch(/<a href="\/control\/employeetime" aria-current="page">/)
    expect(body).toContain('["/v1/company/getCompanyUserList",{"instance_id":23,"page":1,"page_size":20},1]')
    // The frame precedes whatever blocks the rest, so that it is painted first.
    expect(body.indexOf('first-frame console')).toBeLessThan(body.indexOf('<script type="module"'))
    // A visitor returning from a payment gateway lands in the console.
    expect((await get('/pages/buySuccess/buySuccess')).body).toContain(
      '<a href="/control/orderrecord" aria-current="page">',
    )
    // A page that needs no data of its own sends no early requests.
    expect((await get('/control/cashier')).body).not.toContain('earlyRequests')
    const packed = await get('/control/employeetime', { 'accept-encoding': 'br' })
    expect(packed.headers['content-encoding']).toBe('br')
  })

  test('HEAD answers as GET without a body', async () => {
    const answer = await site.app.inject({ method: 'HEAD', url: '/scene' })
    expect(answer.statusCode).toBe(200)
    expect(Number(answer.headers['content-length'])).toBeGreaterThan(1000)
    expect(answer.body).toBe('')
  })
})

describe('promotion', () => {
  test.each(['abc', 'abcdefg', 'abc-12', '推广码推广码'])('%s is refused as a malformed code', async code => {
    const answer = await get(`/promotion/${encodeURIComponent(code)}`)
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('/error/400')
  })

  test('a usable code shows a welcome, case-insensitively', async () => {
    const channel = await make.channel({ name: '渠道甲', greeting: '您好 <b>朋友</b>' })
    await make.promotionCode({ code: 'ABC123', channelId: channel.id })
    for (const address of ['/promotion/ABC123', '/promotion/abc123', '/cusgroup?code=abc123']) {
      const answer = await get(address)
      expect(answer.statusCode).toBe(200)
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.body).toContain('渠道甲')
      expect(answer.body).toContain('您好 &lt;b&gt;朋友&lt;/b&gt;')
      expect(answer.body).toContain('data-promotion="ABC123"')
    }
  })

  test('a code that is unknown, over or used up says which', async () => {
    await make.promotionCode({ code: 'OVER00', endsAt: new Date(Date.now() - 1000) })
    await make.promotionCode({ code: 'SPENT0', limit: 1, used: 1 })
    for (const [code, text] of [
      ['NOSUCH', '没有找到这个推广码'],
      ['OVER00', '活动不在有效期内'],
      ['SPENT0', '名额已经用完'],
    ]) {
      const answer = await get(`/promotion/${code}`)
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain(text)
      expect(answer.body).not.toContain('data-promotion')
    }
  })

  // Guard: `promotionPage` counts attempts. Without that the six characters of a code could be guessed by endless attempts.
  test('an address that tries many codes learns nothing about any, by page or by call', async () => {
    await untilWindowHolds()
    const code = await make.promotionCode()
    const ip = '203.0.113.9'
    const open = (path: string, from = ip) => get(path, { 'x-forwarded-for': from })
    for (let index = 0; index < 40; index++) expect((await open(`/promotion/${code}`)).statusCode).toBe(200)
    const guesses: number[] = []
    for (let index = 0; index < 31; index++)
      guesses.push((await open(`${index % 2 ? '/cusgroup?code=' : '/promotion/'}GUESS0`)).statusCode)
    expect(guesses).toEqual([...Array(30).fill(404), 429])
    const refused = await open(`/promotion/${code}`)
    expect([refused.statusCode, refused.body.includes('尝试次数过多')]).toEqual([429, true])
    const called = await site.app.inject({
      method: 'POST',
      url: `/api${verifyPromotionCode.path}`,
      headers: { 'x-forwarded-for': ip },
      payload: { promotion_code: code },
    })
    expect(called.json<{ code: number }>().code).toBe(429)
    expect((await open(`/promotion/${code}`, '203.0.113.10')).statusCode).toBe(200)
  })

  test('the mobile address without a code leads home', async () => {
    for (const address of ['/cusgroup', '/cusgroup?code=nope', '/cusgroup?code=ABC123&code=ABC123'])
      expect((await get(address)).headers.location).toBe('/')
  })
})

describe('articles', () => {
  test('an article shows its contents, its neighbours and structured data', async () => {
    const category = '排查'
    await make.article({ category, title: '第一篇', sort: 1 })
    const id = await make.article({
      category,
      title: '第二篇 <i>',
      sort: 2,
      markdown: '## 甲\n\n| a |\n|:-:|\n| 1 |\n\n### 乙\n\n</script><script>alert(1)</script>',
    })
    await make.article({ category, title: '第三篇', sort: 3 })
    const slug = await slugOf(id.id)
    const { body, statusCode } = await get(`/help/${slug}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('第二篇 &lt;i&gt;')
    expect(body).not.toContain('<script>alert(1)')
    expect(body).not.toContain('style="')
    expect(body).toContain('class="align-center"')
    expect(body).toContain('href="#s-甲"')
    expect(body).toMatch(/rel="prev"[\s\S]*第一篇[\s\S]*rel="next"[\s\S]*第三篇/)
    const structured = JSON.parse(/ld\+json">(.*?)<\/script>/.exec(body)?.[1] ?? '')
    expect(structured['@graph'][0]).toMatchObject({
      '@type': 'Article',
      headline: '第二篇 <i>',
      mainEntityOfPage: `https://www.example.com/help/${slug}`,
    })
    // The other section's path is not a second URL of the article: it redirects here.
    const elsewhere = await get(`/cheats/${slug}`)
    expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([301, `/help/${slug}`])
  })

  test('a search in full width finds what is written in plain letters', async () => {
    await make.article({ title: '更换地址：IPv6' })
    for (const words of ['ＩＰｖ６', '地址：ＩＰ'])
      expect((await get(encodeURI(`/help?q=${words}`))).body.replaceAll(/<[^>]*>/g, ''), words).toContain(
        '更换地址：IPv6',
      )
  })

  test('a search says how many articles there are, of which it lists the first fifty', async () => {
    for (let sort = 0; sort < 51; sort++) await make.article({ title: `汇总${sort}`, sort })
    const answer = await get(encodeURI('/help?q=汇总'))
    expect(answer.body.replaceAll('<!-- -->', '')).toContain('51 篇，列出前 50 篇')
  })

  test('search needs no script, is not cached, and escapes the query', async () => {
    await make.article({ title: '怎样绑定线路地址' })
    const found = await get(`/help?q=${encodeURIComponent('绑定线路')}`)
    expect(found.body).toContain('怎样绑定线路地址')
    expect(found.headers['cache-control']).toBe('no-store')
    const none = await get(`/help?q=${encodeURIComponent('<script>x</script>')}%00`)
    expect(none.statusCode).toBe(200)
    expect(none.body).toContain('&lt;script&gt;x&lt;/script&gt;')
    expect(none.body).toContain('没有找到相关文章')
    // Invalid UTF-8 is shown unchanged.
    expect((await get('/help?q=%ED%A0%80')).statusCode).toBe(200)
  })

  test('a draft answers 404', async () => {
    const { id } = await make.article({ state: 'draft' })
    expect((await get(`/help/${await slugOf(id)}`)).statusCode).toBe(404)
  })
})

describe('downloads', () => {
  test('a stable address leads to the newest installer, or to a page that says there is none', async () => {
    expect((await get('/download/mac')).statusCode).toBe(404)
    await make.installer({ clientType: 4, version: '2.0.0', url: 'https://files.example.com/2.dmg' })
    await make.installer({
      clientType: 4,
      version: '1.0.0',
      url: 'https://files.example.com/1.dmg',
      publishedAt: new Date(Date.now() - 86_400_000),
    })
    const answer = await get('/download/mac')
    expect(answer.statusCode).toBe(302)
    expect(answer.headers.location).toBe('https://files.example.com/2.dmg')
    const { body } = await get('/download')
    expect(body).toContain('href="https://files.example.com/2.dmg" rel="noopener nofollow"')
    expect(body).toContain('<dt>大小</dt><dd>1 KB</dd>')
    expect(body).toContain('0'.repeat(64))
  })
})

describe('files for search engines and other machines', () => {
  test('the sitemap has every published page at the configured address', async () => {
    const { id } = await make.article({ kind: 'guide' })
    const { body } = await get('/sitemap.xml', { host: 'evil.example' })
    expect(body).toContain(`<loc>https://www.example.com/cheats/${await slugOf(id)}</loc>`)
    expect(body).toContain('<loc>https://www.example.com/</loc>')
    expect(body).not.toContain('evil.example')
    expect((await get('/robots.txt')).body).toContain('Sitemap: https://www.example.com/sitemap.xml')
  })

  test('the key that signs passports is published', async () => {
    const published = JSON.parse((await get('/.well-known/passport-key.json')).body)
    expect(published).toMatchObject({ algorithm: 'Ed25519', key: signingKey(site.config).letters, former: [] })
  })

  test('security.txt says where to report vulnerabilities, and is valid for half a year', async () => {
    const { body, headers } = await get('/.well-known/security.txt')
    expect(headers['content-type']).toContain('text/plain')
    expect(body).toMatch(/^Contact: (https|mailto|tel):\S+\nExpires: \S+T00:00:00\.000Z\n/)
    expect(body).toContain('Canonical: https://www.example.com/.well-known/security.txt')
    const expires = Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? '')
    expect((expires - Date.now()) / 86_400_000).toBeCloseTo(179.5, -1)
  })

  test('browsers are told which other origin may use the passkeys', async () => {
    const { body, headers } = await get('/.well-known/webauthn', { host: 'evil.example' })
    expect(headers['content-type']).toContain('application/json')
    expect(JSON.parse(body)).toEqual({ origins: ['https://m.example.com'] })
  })

  test('the canonical address uses the configured host, without tab parameters', async () => {
    const { body } = await get('/scene?csssign=scene&name=x', {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
    })
    expect(body).toContain('<link rel="canonical" href="https://www.example.com/scene"/>')
    expect(body).not.toContain('evil.example')
  })
})

describe('encodings and tags', () => {
  let etag: string
  beforeAll(async () => {
    etag = String((await get('/details')).headers.etag)
  })

  test('one text is served in three encodings under one weak ETag', async () => {
    const plain = await get('/details')
    const packed = await get('/details', { 'accept-encoding': 'gzip, deflate, br' })
    const zipped = await get('/details', { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(packed.headers['content-encoding']).toBe('br')
    expect(zipped.headers['content-encoding']).toBe('gzip')
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
    for (const answer of [plain, packed, zipped]) {
      expect(answer.headers.etag).toBe(etag)
      expect(answer.headers.vary).toContain('accept-encoding')
    }
    expect(etag).toMatch(/^W\/"/)
  })

  test.each(['same', 'strong', 'list', 'any'])('the %s tag answers “not modified”', async kind => {
    const input = { same: etag, strong: etag.replace('W/', ''), list: `"x", ${etag}`, any: '*' }[kind] ?? ''
    const answer = await get('/details', { 'if-none-match': input })
    expect(answer.statusCode).toBe(304)
    expect(answer.body).toBe('')
    expect(answer.headers.etag).toBe(etag)
  })

  test('another tag gets the page', async () => {
    expect((await get('/details', { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })
})
