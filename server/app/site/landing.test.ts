import { expect, test } from 'vitest'
import { testSite } from './testing.ts'

const site = await testSite()
const home = async () => (await site.get('/')).body

test.each([
  ['the download button', /<a[^>]*data-download/],
  ['the problems section', /传统出海网络的三个痛点/],
  ['the advantages section', /产品优势/],
  ['the team section', /团队实力/],
  ['the contact section', /联系我们/],
  ['the login panel', /data-inline-login/],
  ['the trial dialog, closed', /<dialog class="trial" id="trial"(?![^>]*\bopen\b)[^>]*>[\s\S]*恭喜您获得产品试用资格/],
  ['the back-to-top button', /data-to-top/],
  ['a footer with the copyright', /<footer[\s\S]*©[\s\S]*<\/footer>/],
  ['texts in English beside the Chinese', /lang="en"/],
])('the landing page has %s', async (_part, pattern) => {
  expect(await home()).toMatch(pattern)
})

test.each(['一键组网', '原生 IP', '全球多节点线路', '主流社媒', '一键打开', '支持团队'])(
  'the landing page says %s',
  async word => {
    expect(await home()).toContain(word)
  },
)

test('the footer leads to the installers of each system and to the agreements', async () => {
  const footer = (await home()).match(/<footer[\s\S]*<\/footer>/)?.[0] ?? ''
  for (const [system, type] of [
    ['windows', 1],
    ['mac', 4],
    ['android', 2],
  ])
    expect(footer).toMatch(new RegExp(`href="/download/${system}"[^>]*data-client-type="${type}"`))
  expect(footer).toContain('data-system="ios"')
  expect(footer).toContain('/template/service.html')
  expect(footer).toContain('/template/private.html')
})

test('the login and register links carry sign, csssign and name', async () => {
  const decoded = decodeURI(await home()).replaceAll('&amp;', '&')
  expect(decoded).toContain('/?sign=login&csssign=login&name=登录')
  expect(decoded).toContain('/?sign=register&csssign=register&name=注册')
})

test('agreements that stand on another site are linked there, as the dialog shows them', async () => {
  const elsewhere = await testSite({ TERMS_BASE: 'https://terms.example.com' })
  const { body } = await elsewhere.get('/')
  const links = [...body.matchAll(/<a href="([^"]+)" data-terms="(service|private)"/g)]
  // The links are in the footer, at the login and, one of them, beside the rules.
  expect(links).toHaveLength(5)
  for (const [, href, which] of links) expect(href).toBe(`https://terms.example.com/template/${which}.html`)
})
