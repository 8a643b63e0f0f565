import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { policy } from './policy.ts'
import { testSite } from './testing.ts'

const { get, make } = await testSite({
  TERMS_BASE: 'https://terms.example.com/base',
  API_BASE: 'https://api.example.com/v',
})

const directive = (header: unknown, name: string) =>
  String(header)
    .split('; ')
    .find(each => each.startsWith(`${name} `))
const hashSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

describe('the Content-Security-Policy of documents', () => {
  test('allows exactly the inline scripts and styles they contain', async () => {
    const { id } = await make.article()
    expect(id).toBeTruthy()
    for (const path of ['/', '/help', '/product', '/nope', '/template/private.html']) {
      const { body, headers } = await get(path)
      const header = headers['content-security-policy']
      expect(header).not.toContain('unsafe')
      const inline = [...body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(match => hashSource(match[1] ?? ''))
      // The agreements are shown in frames and do not have the page's own script.
      expect(inline).toHaveLength(path.startsWith('/template/') ? 1 : 2)
      expect(directive(header, 'script-src')).toBe(`script-src 'self' ${inline.join(' ')}`)
      const styles = [...body.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(match => hashSource(match[1] ?? ''))
      expect(directive(header, 'style-src')).toBe(`style-src 'self' ${styles.join(' ')}`)
      expect(body).not.toMatch(/<[^>]+ style=/)
      expect(body).not.toMatch(/<[^>]+ on[a-z]+=/)
    }
  })

  test('allows pictures from elsewhere only where articles and agreements are shown', async () => {
    const { id } = await make.article({ kind: 'help' })
    const article = /href="(\/help\/[a-z0-9-]+)"/.exec((await get('/help')).body)?.[1] ?? id
    const pictures = async (path: string) => directive((await get(path)).headers['content-security-policy'], 'img-src')
    for (const path of [article, '/template/service.html', '/operations'])
      expect(await pictures(path), path).toBe("img-src 'self' data: blob: https:")
    for (const path of ['/', '/help', '/product', '/control/company', '/personaldetails', '/nope'])
      expect(await pictures(path), path).toBe("img-src 'self' data: blob:")
  })

  test('lets only the agreements be framed, by this site only', async () => {
    const home = (await get('/')).headers['content-security-policy']
    expect(directive(home, 'frame-ancestors')).toBe("frame-ancestors 'none'")
    const terms = (await get('/template/service.html')).headers['content-security-policy']
    expect(directive(terms, 'frame-ancestors')).toBe("frame-ancestors 'self' https://www.example.com")
  })

  test('allows other hosts only where configured', async () => {
    const { headers } = await get('/')
    const header = headers['content-security-policy']
    expect(directive(header, 'connect-src')).toBe("connect-src 'self' https://api.example.com")
    expect(directive(header, 'frame-src')).toBe("frame-src 'self' https://terms.example.com")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin')
  })

  test('sends no referrer from app addresses, which may contain an invitation', async () => {
    const { statusCode, body, headers } = await get('/invitation/secret-of-the-short-message')
    expect(statusCode).toBe(200)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['cache-control']).toBe('no-store')
    expect(body).not.toContain('secret')
  })

  test('uses one nonce for scripts and styles', () => {
    const header = policy({ apiBase: '/api', termsBase: undefined }, { nonce: 'n0' })
    expect(directive(header, 'script-src')).toBe("script-src 'self' 'nonce-n0'")
    expect(directive(header, 'style-src')).toBe("style-src 'self' 'nonce-n0'")
    expect(directive(header, 'connect-src')).toBe("connect-src 'self'")
  })
})
