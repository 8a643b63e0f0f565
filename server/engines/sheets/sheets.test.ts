import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'
import { readFirstSheet, type ToWrite, writeSheets } from './sheets.ts'

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

// With all cells held until the end, 100,000 rows of 18 texts exceeded 512 MB, and V8 ended the process, not only the thread.
test('a workbook takes no more memory the more rows it has', async () => {
  const thread = new Worker(new URL('./writing-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 20 },
  })
  onTestFinished(() => void thread.terminate())
  const tell = async (message: ToWrite): Promise<unknown> => {
    const answered = once(thread, 'message')
    thread.postMessage(message)
    return (await answered)[0]
  }
  const titles = Array.from({ length: 18 }, (_, column) => `列${column}`)
  await tell({ begin: [{ name: '订单', columns: columns(...titles) }] })
  for (let from = 0; from < 16_000; from += 2_000)
    await tell({
      sheet: 0,
      rows: Array.from({ length: 2_000 }, (_, row) =>
        titles.map((title, column) => (column % 3 ? `${title} ${from + row}` : row)),
      ),
    })
  const content = await tell({ end: true })
  const xml = Buffer.from(unzipSync(content as Uint8Array)['xl/worksheets/sheet1.xml'] ?? []).toString()
  expect(xml.match(/<row /g)).toHaveLength(16_001)
  expect(xml.slice(-200)).toContain('列17 15999')
})

test('what no file of XML can hold is left out, and the rest is kept as written', async () => {
  const texts = ['a\u0001b\ufffe', '<&>"\u0027', '\ud842', '𠮷㐱👨‍👩‍👧', '两\n行', '007', '12345678901234567890', '']
  const content = await writeSheets(
    'owner',
    [{ name: 'A&B', columns: columns(...texts.map((_, at) => `<${at}>`)) }],
    [{ sheet: 0, rows: [texts] }],
  )
  expect((await rowsOf(content))[1]).toEqual(['ab', '<&>"\u0027', '', ...texts.slice(3)])
})

test('a text that looks like a reference to a character stays that text', async () => {
  const texts = ['_x003D_1+1', '甲_x0041_乙', '_x005F_x0041_', '_x0_', 'a_x000a__x000A_']
  const content = await writeSheets(
    'owner',
    [{ name: '甲', columns: columns(...texts.map((_, at) => `${at}`)) }],
    [{ sheet: 0, rows: [texts] }],
  )
  expect((await rowsOf(content))[1]).toEqual(texts)
})

test('what is typed into a column of text keeps its zeros and all its digits', async () => {
  const content = await writeSheets(
    'owner',
    [{ name: '店铺', columns: [{ title: '编号', width: 10, kind: 'text' }] }],
    [],
  )
  const files = unzipSync(content)
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  const [, place = ''] = /<col [^>]*style="(\d+)"/.exec(textOf('xl/worksheets/sheet1.xml')) ?? []
  const [, styles = ''] = /<cellXfs [^>]*>(.*)<\/cellXfs>/.exec(textOf('xl/styles.xml')) ?? []
  // The built-in format 49 is text.
  expect(styles.match(/<xf [^>]*>/g)?.[Number(place)]).toContain('numFmtId="49"')
})
