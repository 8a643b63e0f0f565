import { describe, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { statementRows } from '#contract/operations/sales-names.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { hostileSheets, workbook } from '#server/testing/hostile-files.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { testPortal } from '#server/testing/portal.ts'
import { dateOf, readStatement } from './statement.ts'

const portal = await testPortal()
const { make, operate } = portal
const { token } = await make.operator('finance')
const preview = (content: Buffer) => operateFile(portal, 'previewStatement', { content, fileName: '流水.xlsx', token })

type Cell = string | number | Date | null
const cellOf = (value: Cell) => {
  if (value === null) return null
  if (value instanceof Date) return { value, type: Date, format: 'yyyy/mm/dd hh:mm:ss' }
  return typeof value === 'number' ? { value, type: Number } : { value, type: String }
}
const sheet = (rows: Cell[][]): Promise<Buffer> => writeXlsxFile(rows.map(row => row.map(cellOf))).toBuffer()
const head = ['日期', '金额', '付款户名', '备注']
const read = async (...rows: Cell[][]) => readStatement('operator', await sheet([head, ...rows]))

describe('XLSX cells', () => {
  test.each<[string, Cell[], object]>([
    ['all texts', ['2026-11-20', '1,058.00', '海岚', '12345674'], { date: '2026-11-20', amount: 105_800 }],
    ['numbers', [20_261_120, 58.1, '海岚', 12_345_674], { date: '2026-11-20', amount: 5810, remark: '12345674' }],
    ['a date', [new Date('2026-11-20T00:00:00Z'), 58, '海岚', ''], { date: '2026-11-20', amount: 5800 }],
    ['a moment', [new Date('2026-11-20T09:30:15Z'), 58, '海岚', ''], { date: '2026-11-20 09:30' }],
    ['a day without its format', [46_346.395_833_333_336, 58, '海岚', ''], { date: '2026-11-20 09:30' }],
    ['the error of a sum', ['2026-11-20', 5800.290_000_000_001, '海岚', ''], { amount: 580_029 }],
    ['what went out', ['2026-11-20', -58, '海岚', ''], { amount: null, amount_text: '-58' }],
    ['half a fen', ['2026-11-20', 58.005, '海岚', ''], { amount: null, amount_text: '58.005' }],
    ['nothing', ['2026-11-20', null, null, null], { amount: null, amount_text: '', payer: '', remark: '' }],
  ])('%s', async (_name, row, expected) => {
    expect(await read(row)).toMatchObject([{ line: 2, ...expected }])
  })

  test('leading rows, reordered columns and empty rows are accepted', async () => {
    const content = await sheet([
      ['账号', '4000', null, null],
      [null, null, null, null],
      ['交易时间', '对方户名', '贷方金额(元)', '附言'],
      ['2026-11-20 09:30:00', '海岚', 58, '货款 1234 5674'],
      [null, null, null, null],
      ['2026/11/21', '海岚', 59, ''],
    ])
    expect(await readStatement('operator', content)).toMatchObject([
      { line: 4, date: '2026-11-20 09:30', amount: 5800, payer: '海岚', remark: '货款 1234 5674' },
      { line: 6, date: '2026-11-21', amount: 5900 },
    ])
  })

  test('a computed cell is left for a person to check', async () => {
    const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`
    const row = (number: number, ...cells: string[]) => `<row r="${number}">${cells.join('')}</row>`
    const content = workbook(
      `<sheetData>${row(1, ...head.map((title, index) => text(`${'ABCD'[index]}1`, title)))}${row(
        2,
        text('A2', '2026-11-20'),
        '<c r="B2"><f>50+8</f><v>58</v></c>',
        text('C2', '海岚'),
        text('D2', '12345674'),
      )}</sheetData>`,
    )
    expect(await readStatement('operator', content)).toMatchObject([
      { amount: null, amount_text: '公式：58', remark: '12345674' },
    ])
  })
})

test.each([
  ['2026-11-20', '2026-11-20'],
  ['20261120', '2026-11-20'],
  ['20261120 093000', '2026-11-20 09:30'],
  ['2026/1/5 9:05', '2026-01-05 09:05'],
  ['2026年1月5日', '2026-01-05'],
  ['2026-11-20T09:30:00.000', '2026-11-20 09:30'],
  ['上周五', '上周五'],
])('the date %s', (text, date) => {
  expect(dateOf(text)).toBe(date)
})

describe('a heading of two rows', () => {
  const rows: Cell[][] = [
    ['2026-11-20', null, '1,058.00', '海岚', '6222', '12345674'],
    ['2026-11-20', '58.00', null, '海岚', '6222', '退回 12345674'],
  ]
  const expected = [
    { amount: 105_800, payer: '海岚', remark: '12345674' },
    { amount: null, amount_text: '', payer: '海岚' },
  ]
  test.each<[string, Cell[], Cell[]]>([
    ['one amount', ['日期', '金额', null, '对方户名', '对方账号', '备注'], [null, '支出', '收入', null, null, null]],
    ['debit and credit', ['日期', '发生额', null, '对方户名', null, '备注'], [null, '借方', '贷方', null, null, null]],
    ['groups', ['交易日期', '发生额', null, '对方信息', null, '摘要'], [null, '支出', '收入', '户名', '账号', null]],
    [
      'English',
      ['日期', '金额', null, '对方户名', null, '备注'],
      ['Date', 'Debit', 'Credit', 'Payer', 'No.', 'Remark'],
    ],
  ])('tells what came in from what went out: %s', async (_name, above, below) => {
    const content = await sheet([['账户明细', null, null, null, null, null], above, below, ...rows])
    expect(await readStatement('operator', content)).toMatchObject(expected)
  })

  test('never takes the name of the own account for the payer’s', async () => {
    const content = await sheet([
      ['日期', '金额', '本方账户', null, '对方账户', '备注'],
      [null, '收入', '户名', '账号', '户名', null],
      ['2026-11-20', '58.00', '海易联', '4000', '海岚', '12345674'],
    ])
    expect(await readStatement('operator', content)).toMatchObject([{ amount: 5800, payer: '海岚' }])
  })
})

describe('XLSX files', () => {
  test.each(Object.entries(hostileSheets()))('%s is refused', async (_name, content) => {
    expect([-45_002, -53_202, -53_203]).toContain((await preview(content)).code)
  })

  test.each([
    ['an archive that is none', Buffer.from('504b030414000600080000002100', 'hex'), -53_202],
    ['an older XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex'), -53_202],
  ])('%s is refused', async (_name, content, code) => {
    expect((await preview(content)).code).toBe(code)
  })

  test('wrong columns and too many rows are refused with the reason', async () => {
    expect(
      await preview(
        await sheet([
          ['地区', '金额', '备注'],
          ['日本', 1, ''],
        ]),
      ),
    ).toMatchObject({
      code: -53_203,
      data: expect.stringContaining('表头须有'),
    })
    const many = Array.from({ length: statementRows + 30 }, () => ['2026-11-20', 58, '海岚', '1'])
    expect(await preview(await sheet([head, ...many]))).toMatchObject({
      code: -53_203,
      data: expect.stringContaining('一次最多'),
    })
  })
})

test('a line counts once, whether it comes as XLSX or as CSV', async () => {
  const hours = await make.sku({ product: 'hours', price: 5800 })
  const { company, shop } = await openShop(portal, { name: '海岚（上海）贸易有限公司' })
  const orderId = await shop.order(hours)
  const { out_trade_no: code } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
  const workbookOf = await sheet([head, [new Date('2026-11-20T09:30:15Z'), 20, company.name, Number(code)]])
  const [row] = (await preview(workbookOf)).data.rows
  expect(row).toMatchObject({ verdict: 'part', amount: 2000, due: 5800, remark_code: code })
  const { reference = '' } = row ?? {}
  await operate('recordTransferParts', { parts: [{ remark_code: code, amount: 2000, reference }] }, { token })
  const verdicts = async (content: Buffer) => (await preview(content)).data.rows.map(({ verdict }) => verdict)
  expect(await verdicts(workbookOf)).toEqual(['recorded'])
  const csv = `${head.join()}\n2026/11/20 9:30:15,20.00,${company.name},${code}\n2026-11-20 09:30,38,${company.name},${code}`
  expect(await verdicts(Buffer.from(csv))).toEqual(['recorded', 'split'])
  // The statement of the month gives no minutes, and has another payment of the same amount on that day.
  const month = (...days: number[]) =>
    Buffer.from([head.join(), ...days.map(day => `2026-11-${day},20.00,${company.name},${code}`)].join('\n'))
  expect(await verdicts(month(20))).toEqual(['recorded'])
  const second = (await preview(month(20, 20))).data.rows[1]
  expect(second).toMatchObject({ verdict: 'part', reference: '2026-11-20 ¥20.00 #2' })
  await operate(
    'recordTransferParts',
    { parts: [{ remark_code: code, amount: 2000, reference: second?.reference ?? '' }] },
    { token },
  )
  const times = ['09:30', '10:00', '11:00'].map(time => `2026-11-20 ${time},20.00,${company.name},${code}`)
  expect(await verdicts(Buffer.from([head.join(), ...times.slice(0, 2)].join('\n')))).toEqual(['recorded', 'recorded'])
  expect(await verdicts(Buffer.from([head.join(), ...times].join('\n')))).toEqual(['recorded', 'recorded', 'repeated'])
})
