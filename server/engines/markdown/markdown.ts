import { createRequire } from 'node:module'
import MarkdownIt from 'markdown-it'
import type sanitizeHtml from 'sanitize-html'
import { lazy } from '#server/core/lazy.ts'

export interface Heading {
  id: string
  text: string
  /** 2 to 4; the page's own title is level 1. */
  level: number
}

export interface Rendered {
  html: string
  /** Headings of levels 2 and 3 in reading order: the article's table of contents. */
  contents: Heading[]
}

// Loaded on first use: it includes a style sheet parser, which startup does not need.
const sanitizer = lazy(() => createRequire(import.meta.url)('sanitize-html') as typeof sanitizeHtml)

// Raw HTML in the source is shown as text; the sanitiser below is a second safeguard.
const parser = new MarkdownIt({ html: false, linkify: true, typographer: false })
// Only text that names its protocol becomes a link by itself: `client.app` and `a@b.cn` in a sentence stay text.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false })

// A wide table scrolls within its own frame, which must be reachable by keyboard.
parser.renderer.rules.table_open = () =>
  '<div class="table-scroll" role="group" aria-label="表格" tabindex="0"><table>\n'
parser.renderer.rules.table_close = () => '</table></div>\n'

/** Returns a readable and URL-safe id. The prefix keeps a heading from taking an id that the page itself uses. */
function anchor(text: string, taken: Set<string>): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
  const base = `s-${slug || 'section'}`
  let id = base
  for (let count = 2; taken.has(id); count++) id = `${base}-${count}`
  taken.add(id)
  return id
}

/** Returns the text of an inline run without its marks. */
const plain = (children: { type: string; content: string }[] | null) =>
  (children ?? [])
    .filter(child => ['text', 'code_inline', 'text_special'].includes(child.type))
    .map(child => child.content)
    .join('')
    .trim()

// Excludes the backslash because browsers interpret `/\host` as `//host`.
const isOwn = (address: string) => /^\/(?![/\\])/.test(address)
const isExternal = (address: string) => /^https?:\/\//i.test(address)

const rules: sanitizeHtml.IOptions = {
  allowedTags:
    'h2 h3 h4 h5 h6 p blockquote ul ol li hr br strong em s code pre a img div table thead tbody tr th td'.split(' '),
  allowedAttributes: {
    a: ['href', 'rel', 'target', 'title'],
    img: ['src', 'alt', 'title', 'loading', 'decoding'],
    div: ['class', 'role', 'aria-label', 'tabindex'],
    ol: ['start'],
    // The parser aligns columns by a style attribute; no other style passes.
    th: ['style'],
    td: ['style'],
    ...Object.fromEntries(['h2', 'h3', 'h4', 'h5', 'h6'].map(tag => [tag, ['id']])),
  },
  allowedClasses: { div: ['table-scroll'] },
  allowedStyles: { '*': { 'text-align': [/^(left|right|center)$/] } },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href = '', title }) => {
      const named: sanitizeHtml.Attributes = title ? { title } : {}
      if (isExternal(href)) return { tagName, attribs: { href, ...named, rel: 'noopener nofollow', target: '_blank' } }
      const passes = isOwn(href) || href.startsWith('#') || /^(mailto|tel):/i.test(href)
      // An anchor without an address is text. Another tag name here would leave its end tag behind.
      return { tagName, attribs: passes ? { href, ...named } : {} }
    },
    img: (tagName, { src = '', alt = '', title }) => ({
      tagName,
      attribs: { src, alt, ...(title ? { title } : {}), loading: 'lazy', decoding: 'async' },
    }),
  },
  exclusiveFilter: ({ tag, attribs: { src = '' } }) => tag === 'img' && !isOwn(src) && !/^https:\/\//i.test(src),
}

/** Returns the sanitised HTML of a few sentences on one line, with only links, emphasis and code. */
export const renderLine = (markdown: string): string =>
  sanitizer()(parser.renderInline(markdown.trim()), { ...rules, allowedTags: ['strong', 'em', 'code', 'a', 'br'] })

/** Returns the same line without markup, for lists, descriptions and other places that show none. */
export const plainLine = (markdown: string): string =>
  parser
    .parseInline(markdown.trim(), {})
    .flatMap(({ children }) => children ?? [])
    .map(({ type, content }) => (type === 'softbreak' || type === 'hardbreak' ? ' ' : content))
    .join('')
    .replace(/\s+/g, ' ')

/**
 * Returns the sanitised HTML of an article, with an anchor at every heading. A first-level heading becomes a second-level one.
 * `addressOf` returns where a link leads from the page; a link without an address is shown as its text.
 */
export function renderMarkdown(
  markdown: string,
  addressOf: (href: string) => string | undefined = href => href,
): Rendered {
  const tokens = parser.parse(markdown, {})
  for (const link of tokens.flatMap(({ children }) => children ?? []).filter(({ type }) => type === 'link_open'))
    link.attrSet('href', addressOf(String(link.attrGet('href'))) ?? '')
  const contents: Heading[] = []
  const taken = new Set<string>()
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open' && token.type !== 'heading_close') continue
    if (token.tag === 'h1') token.tag = 'h2'
    if (token.type === 'heading_close') continue
    const text = plain(tokens[index + 1]?.children ?? null)
    const id = anchor(text, taken)
    token.attrSet('id', id)
    const level = Number(token.tag.slice(1))
    if (level <= 3 && text) contents.push({ id, text, level })
  }
  return { html: sanitizer()(parser.renderer.render(tokens, parser.options, {}), rules), contents }
}
