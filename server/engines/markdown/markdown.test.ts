import { describe, expect, test } from 'vitest'
import { plainLine, renderMarkdown } from './markdown.ts'

const html = (markdown: string) => renderMarkdown(markdown).html

describe('the allowed content of an article', () => {
  test('headings get anchors, unique for repeated text', () => {
    const { html, contents } = renderMarkdown(
      '# 开始 使用\n\n## 选线：`住宅` 还是**数据中心**\n\n## 开始 使用\n\n#### 细节',
    )
    expect(contents).toEqual([
      { id: 's-开始-使用', text: '开始 使用', level: 2 },
      { id: 's-选线-住宅-还是数据中心', text: '选线：住宅 还是数据中心', level: 2 },
      { id: 's-开始-使用-2', text: '开始 使用', level: 2 },
    ])
    for (const { id } of contents) expect(html).toContain(`<h2 id="${id}">`)
    expect(html).not.toContain('<h1')
    expect(html).toContain('<h4 id="s-细节">')
  })

  test('tables get a keyboard-scrollable frame and keep their alignment', () => {
    const table = html('| 方式 | 价格 |\n| --- | ---: |\n| 住宅原生 IP | ¥200 |')
    expect(table).toContain('<div class="table-scroll" role="group" aria-label="表格" tabindex="0"><table>')
    expect(table).toContain('<td style="text-align:right">¥200</td>')
  })

  test('own links are kept; external ones open a new tab with noopener and nofollow', () => {
    expect(html('[下载](/download)')).toBe('<p><a href="/download">下载</a></p>\n')
    expect(html('[Amazon](https://sellercentral.amazon.com)')).toBe(
      '<p><a href="https://sellercentral.amazon.com" rel="noopener nofollow" target="_blank">Amazon</a></p>\n',
    )
    expect(html('拨打 [400](tel:4000000000)')).toContain('href="tel:4000000000"')
    expect(html('详见 https://www.samr.gov.cn/ 的公告')).toContain('rel="noopener nofollow"')
  })

  test('a link leads where its page says, and one without an address is text', () => {
    const markdown = '[客户端](../clients) 与 [决策](decisions/0001.md)'
    const { html } = renderMarkdown(markdown, href => (href === '../clients' ? '/api/docs/clients' : undefined))
    expect(html).toBe('<p><a href="/api/docs/clients">客户端</a> 与 <a>决策</a></p>\n')
  })

  test('images are limited to https and own files', () => {
    expect(html('![后台](https://img.example.com/a.png)')).toContain(
      '<img src="https://img.example.com/a.png" alt="后台" loading="lazy" decoding="async" />',
    )
    expect(html('![后台](/files/a.png)')).toContain('src="/files/a.png"')
    for (const source of ['http://img.example.com/a.png', '//img.example.com/a.png'])
      expect(html(`![后台](${source})`), source).not.toContain('<img')
  })
})

describe('refused content', () => {
  const samples = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<iframe src="https://evil.example"></iframe>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
    '[x](vbscript:msgbox(1))',
    '<javascript:alert(1)>',
    '![x](javascript:alert(1))',
    '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)',
    '![x](https://a.example/"onerror="alert(1))',
    '[x](https://a.example/"onmouseover="alert(1))',
    '[x](/a "title\\" onmouseover=\\"alert(1)")',
    '[a]: javascript:alert(1)\n\n[a]',
    '# <img src=x onerror=alert(1)>',
    '```\n</code></pre><script>alert(1)</script>\n```',
    '```"><script>alert(1)</script>\ncode\n```',
    '`<script>alert(1)</script>`',
    '| <script>alert(1)</script> |\n| --- |\n| <b onclick=alert(1)>x</b> |',
    '<style>@import "https://evil.example"</style>',
    '<form action="https://evil.example"><input name=sid></form>',
    '<math><mtext></mtext><mglyph><style><img src=x onerror=alert(1)></style></mglyph></math>',
  ]
  // Checks the structure: the tags and attributes actually present, whatever text is between them.
  const tags = /<\/?([a-z0-9]+)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/g
  const allowedTags = new Set(
    'h2 h3 h4 h5 h6 p blockquote ul ol li hr br strong em s code pre a img div table thead tbody tr th td'.split(' '),
  )
  const allowedAttributes = new Set(
    'id href rel target title src alt loading decoding class role aria-label tabindex style start'.split(' '),
  )

  test.each(samples)('%s', sample => {
    const output = html(sample)
    expect(output.replace(tags, ''), 'a `<` outside of a well-formed tag').not.toMatch(/[<>]/)
    for (const [, tag = '', attributes = ''] of output.matchAll(tags)) {
      expect(allowedTags).toContain(tag)
      for (const [, name = '', value = ''] of attributes.matchAll(/([a-z-]+)="([^"]*)"/g)) {
        expect(allowedAttributes).toContain(name)
        if (name === 'href' || name === 'src') expect(value).toMatch(/^(https:\/\/|\/(?![/\\])|#)/)
      }
    }
  })

  test('leaves well-formed text behind', () => {
    expect(html('前 [y](//evil.example) 后 ![z](http://a.example/b.png)')).toBe('<p>前 <a>y</a> 后 </p>\n')
  })

  test('cannot include a link to another host disguised as a local one', () => {
    for (const address of ['//evil.example', '/\\evil.example', '\\\\evil.example'])
      expect(html(`[x](${address})`), address).not.toMatch(/href="[/\\]{2}|href="\/\\/)
  })
})

test('a line is converted to its plain text, without markup', () => {
  const notified = {
    '今晚 **23:00** 起，[查看*说明*](/help)，运行 `reset`': '今晚 23:00 起，查看说明，运行 reset',
    '第一行\n第二行  \n第三行': '第一行 第二行 第三行',
    '![图](/files/a.png)之后': '图之后',
    '3 * 4 * 5 与 a_b_c，\\*不是\\*，<b> &amp; 100%': '3 * 4 * 5 与 a_b_c，*不是*，<b> & 100%',
    '': '',
  }
  for (const [markdown, words] of Object.entries(notified)) expect(plainLine(markdown)).toBe(words)
})
