import { expect, onTestFinished, test } from 'vitest'
import { readFirstSheet, writeSheets } from './sheets.ts'

const columns = (...titles: string[]) => titles.map(title => ({ title, width: 10 }))

/** Counts the threads that are started from now on. */
function countThreads() {
  const seen = { threads: 0 }
  const count = () => {
    seen.threads += 1
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  return seen
}

async function rowsOf(content: Buffer) {
  const reading = await readFirstSheet('owner', content, 100)
  if ('problem' in reading) throw new Error(reading.problem)
  return reading.rows
}

test('consecutive workbooks from one thread share no data', async () => {
  // Makes sure that a thread exists, if no earlier test has left one.
  await writeSheets('owner', [{ name: '前', columns: columns('零') }], [])
  const seen = countThreads()
  const first = await writeSheets(
    'owner',
    [
      { name: '甲', columns: columns('一', '二') },
      { name: '乙', columns: columns('三') },
    ],
    [{ sheet: 0, rows: [['甲一', -123_450]] }],
  )
  const second = await writeSheets('owner', [{ name: '丙', columns: columns('四') }], [{ sheet: 0, rows: [['丙四']] }])
  expect(seen.threads).toBe(0)
  expect(await rowsOf(first)).toEqual([
    ['一', '二'],
    ['甲一', '-1234.5'],
  ])
  expect(await rowsOf(second)).toEqual([['四'], ['丙四']])
})

test('a workbook whose rows fail halfway leaves nothing in the next one', async () => {
  const failing = async function* () {
    yield { sheet: 0, rows: [['秘密']] }
    throw new Error('the database is away')
  }
  await expect(writeSheets('owner', [{ name: '甲', columns: columns('一') }], failing())).rejects.toThrow('away')
  const next = await writeSheets('owner', [{ name: '乙', columns: columns('二') }], [{ sheet: 0, rows: [['可见']] }])
  expect(await rowsOf(next)).toEqual([['二'], ['可见']])
})

test('a text that is longer than a cell may be is cut, and says so', async () => {
  const texts = ['长'.repeat(32_767), `a${'😀'.repeat(20_000)}`, `=${'1'.repeat(40_000)}`]
  const content = await writeSheets(
    'owner',
    [{ name: '甲', columns: columns('一', '二', '三') }],
    [{ sheet: 0, rows: [texts] }],
  )
  const [, [whole = '', cut = '', formula = ''] = []] = await rowsOf(content)
  expect(whole).toBe(texts[0])
  expect(cut.length).toBeLessThanOrEqual(32_767)
  expect(cut).toMatch(/^a(😀)+…（过长，已截断）$/u)
  // The reader removes the text mark again.
  expect([formula.length, formula.slice(0, 2)]).toEqual([32_766, '=1'])
})
