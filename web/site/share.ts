import type { SiteFrame, SitePage } from '#contract/site.ts'
import { yuan } from '#web/ui/format.ts'
import { arc, origin, project } from '#web/ui/world/geometry.ts'
import { cityOffers, fromPrices, isOpen } from './prices.ts'

/** The image size that link previews recommend. */
export const shareSize = { width: 1200, height: 630 } as const

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
/** A Chinese character is as wide as its height; others are about half as wide. */
const widthOf = (text: string) => [...text].reduce((sum, each) => sum + (each.charCodeAt(0) > 0x2e7f ? 1 : 0.56), 0)

/** Punctuation that ends a phrase and must not begin a line. */
const endMark = /^[，。、；：！？”）」》]$/

/** Wraps text at the width, never before closing punctuation; text that exceeds the lines ends in an ellipsis. */
export function wrapped(text: string, width: number, lines: number): string[] {
  const found: string[] = []
  let line = ''
  for (const part of text.match(/[\x21-\x7e]+|[\s\S]/g) ?? []) {
    if (line && widthOf(line + part) > width && !endMark.test(part)) {
      found.push(line.trim())
      line = ''
    }
    line += part
  }
  if (line.trim()) found.push(line.trim())
  // A single character on the last line looks lost, so the one before moves along.
  const [before, last] = [found.at(-2), found.at(-1)]
  if (before && last && [...last].length === 1) {
    const end = endMark.test(before.slice(-1)) ? -2 : -1
    found.splice(-2, 2, before.slice(0, end), before.slice(end) + last)
  }
  if (found.length <= lines) return found
  const kept = found.slice(0, lines)
  return [...kept.slice(0, -1), `${kept.at(-1)?.slice(0, -1)}…`]
}

/** Returns the text below the title in the page's preview image. */
function footOf(page: SitePage): string {
  if (page.kind === 'home' || page.kind === 'product') {
    const { line } = fromPrices(page.catalogues)
    const cities = cityOffers(page).filter(isOpen).length
    const places = cities ? `${cities} 座城市` : ''
    return [line === undefined ? '' : `线路每月 ${yuan(line)} 起`, places].filter(Boolean).join(' · ')
  }
  if (page.kind === 'article') return page.category.name
  return ''
}

const places = [
  { latitude: 34, longitude: -118 },
  { latitude: 51, longitude: 0 },
  { latitude: 1.4, longitude: 104 },
  { latitude: -23, longitude: -46 },
  { latitude: 25, longitude: 55 },
]

/** Returns the brand's mark and lines, without text, because the machine may have no font for it. */
function ground(): string {
  const home = project(origin)
  const ends = places.map(project)
  const arcs = ends.map(end => `<path d="${arc(home, end)}"/>`).join('')
  const nodes = ends.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="5"/>`).join('')
  return `<rect width="1200" height="630" fill="#0a1020"/>
<path d="M760 0h440v630H420Z" fill="#0d1838"/>
<g transform="translate(330 -60)" opacity=".7"><g fill="none" stroke="#2fd9ca" stroke-width="1.6" opacity=".55">${arcs}</g><g fill="#3fe0d2">${nodes}</g><circle cx="${home.x}" cy="${home.y}" r="7" fill="#fff"/></g>
<g transform="translate(72 64) scale(2)"><rect width="32" height="32" rx="8" fill="#1257ff"/><path d="M7 21c3-9 7-9 9-5s6 4 9-5" fill="none" stroke="#fff" stroke-width="2.4"/><circle cx="7" cy="21" r="2.6" fill="#fff"/><circle cx="25" cy="11" r="2.6" fill="#3fe0d2"/></g>`
}

/** Draws the preview image of the page for links on other sites, as SVG. */
export function shareImage(page: SitePage, frame: SiteFrame, title: string, words: boolean): string {
  const { width, height } = shareSize
  const { brand } = frame.settings
  const text = (x: number, y: number, size: number, fill: string, content: string, weight = 400) =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" font-weight="${weight}">${escaped(content)}</text>`
  const lines = wrapped(title, 12.5, 3)
  const top = 350 - (lines.length - 1) * 44
  const foot = footOf(page)
  const written = words
    ? [
        text(154, 112, 40, '#f2f6ff', brand.name, 700),
        ...lines.map((line, index) => text(72, top + index * 96, 76, '#ffffff', line, 700)),
        foot ? text(72, top + lines.length * 96 - 18, 36, '#3fe0d2', foot) : '',
        text(72, 570, 28, '#aebcd6', new URL(frame.origin).host),
      ].join('\n')
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="Noto Sans CJK SC, Noto Sans SC, Source Han Sans SC, PingFang SC, Microsoft YaHei, WenQuanYi Micro Hei, sans-serif">
${ground()}
${written}
</svg>`
}
