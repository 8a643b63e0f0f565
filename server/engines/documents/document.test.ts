import { describe, expect, test } from 'vitest'
import { linesOf, pagesOf } from '#server/testing/pdf-text.ts'
import { checkPdf } from '../files/check-pdf.ts'
import { pdfDocument } from './document.ts'

/** Returns the horizontal position of the rightmost run of text, in points. */
const rightmost = (content: string): number =>
  Math.max(...[...content.matchAll(/([\d.]+) [\d.]+ Td/g)].map(([, x]) => Number(x)))

const columns = [
  { title: '事项', share: 3 },
  { title: '金额', share: 1, align: 'right' as const },
]

describe('a PDF document', () => {
  test('contains title, facts, text, table and a footer with the page number', async () => {
    const [page = ''] = await pagesOf(
      await pdfDocument({
        title: '对账单 2026 年 11 月',
        facts: [['企业', '深圳海易联有限公司']],
        blocks: [
          { heading: '明细' },
          {
            table: {
              columns,
              rows: [
                ['续费 US-01', '¥1,234.50'],
                ['退回', '−¥8.00'],
              ],
            },
          },
          { text: '“𠮷野家”已结清' },
        ],
        foot: '海易联',
      }),
    )
    const lines = linesOf(page)
    for (const line of [
      '对账单 2026 年 11 月',
      '企业深圳海易联有限公司',
      '明细',
      '事项金额',
      '续费 US-01¥1,234.50',
      '退回-¥8.00',
      '“〓野家”已结清',
      '海易联1 / 1',
    ])
      expect(lines).toContain(line)
  })

  test('repeats the head of a table on each page, and loses no row', async () => {
    const rows = Array.from({ length: 130 }, (_, index) => [`第 ${index} 行`, `¥${index}`])
    const pages = await pagesOf(
      await pdfDocument({ title: '表', blocks: [{ table: { columns, rows } }], foot: '海易联' }),
    )
    const lines = pages.map(linesOf)
    expect(pages.length).toBeGreaterThan(2)
    for (const page of lines) expect(page).toContain('事项金额')
    expect(lines.flat().filter(line => line.startsWith('第'))).toEqual(rows.map(row => row.join('')))
  })

  test('wraps long text, keeps numbers whole, and starts no line with a closing mark', async () => {
    const text = `${'专线'.repeat(26)}，订单 SO20261123000001 已付。${'A'.repeat(200)}`
    const [page = ''] = await pagesOf(await pdfDocument({ title: '长文', blocks: [{ text }], foot: '' }))
    const lines = linesOf(page)
    const written = lines.slice(lines.indexOf('长文') + 1, -1)
    expect(written.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
    expect(written.some(line => line.includes('SO20261123000001'))).toBe(true)
    for (const line of written) expect(line).not.toMatch(/^[，。]/)
    expect(rightmost(page)).toBeLessThan(548)
  })

  test('passes the portal’s own PDF check', async () => {
    const file = await pdfDocument({ title: '护照', blocks: [{ text: '内容' }], foot: '海易联' })
    expect(await checkPdf('test', file)).not.toHaveProperty('problem')
  })
})
