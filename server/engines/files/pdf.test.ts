import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { hostilePdfs } from '#server/testing/hostile-files.ts'
import { sniff } from './file-types.ts'
import check from './pdf.ts'

type Part = string | Buffer

const object = (number: number, ...parts: Part[]) =>
  Buffer.concat([`${number} 0 obj\n`, ...parts, '\nendobj\n'].map(part => Buffer.from(part)))
const stream = (dictionary: string, data: Part) =>
  Buffer.concat(
    [`<< ${dictionary} /Length ${Buffer.from(data).length} >>\nstream\n`, data, '\nendstream'].map(part =>
      Buffer.from(part),
    ),
  )
/** Builds a PDF: objects 1 to 3 are a document of one page; `catalog` is inserted in the first. */
const pdf = (objects: Part[], catalog = '') =>
  Buffer.concat(
    [
      '%PDF-1.7\n',
      object(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`),
      object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
      object(3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'),
      ...objects,
      '\ntrailer << /Root 1 0 R /Size 20 >>\n%%EOF\n',
    ].map(part => Buffer.from(part)),
  )
const objectStream = (text: string) =>
  object(9, stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(`5 0 ${text}`)))
const picture = (data: Buffer) => object(8, stream('/Subtype /Image', data))

test.each([
  ['a plain one that opens at a page', pdf([], '/OpenAction [3 0 R /Fit]')],
  ['pictures whose bytes happen to spell a short name', pdf([picture(Buffer.from('x/JS y/XFA z'))])],
  ['pictures of noise', pdf([picture(randomBytes(3_000_000))])],
  ['harmless objects, compressed', pdf([objectStream('<< /Type /Font /Rotate 0 >>')])],
  ['names that only begin alike', pdf([object(5, '<< /JSON 1 /Soundness 2 /Launcher 3 >>')])],
])('%s passes, and reads the same after rewriting', async (_, content) => {
  const checked = await check({ content })
  if (!('content' in checked)) throw new Error(checked.problem)
  const again = await check({ content: checked.content })
  expect(again).toHaveProperty('content')
  expect((await PDFDocument.load(checked.content)).getPageCount()).toBe(1)
})

test('what scanners write in front of a PDF and behind its end is left out', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  const plain = Buffer.from(await document.save())
  for (const [before, after] of [
    ['\ufeff', ''],
    ['\ufeff\r\n', '\0'.repeat(100_000)],
    ['\n\n', `${' \r\n'.repeat(2_000)}`],
  ] as const) {
    const content = Buffer.concat([Buffer.from(before), plain, Buffer.from(after)])
    expect(sniff(content)).toBe('pdf')
    const checked = await check({ content })
    if (!('content' in checked)) throw new Error(checked.problem)
    expect(Buffer.from(checked.content).subarray(0, 5).toString()).toBe('%PDF-')
    expect(checked.content.length).toBeLessThan(plain.length + 2_000)
  }
  // Another file in front of it would be shown by another reader.
  expect(sniff(Buffer.concat([Buffer.from('GIF89a'), plain]))).toBeUndefined()
  expect(await check({ content: Buffer.concat([plain, Buffer.from('x'.repeat(5_000))]) })).toEqual({
    problem: 'broken',
  })
})

const script = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>'
test.each([
  ['a script', pdf([object(5, script)])],
  ['a script in a disguised name', pdf([object(5, '<< /S /J#61vaScript /J#53 (x) >>')])],
  ['a program to start', pdf([object(5, '<< /S /Launch /F (cmd.exe) >>')])],
  ['an attachment', pdf([], '/Names << /EmbeddedFiles 4 0 R >>')],
  ['a form of scripts', pdf([], '/AcroForm << /XFA 7 0 R >>')],
  ['an action deep within', pdf([], '/A [<< /B [<< /S /SubmitForm /F (https://x) >>] >>]')],
  ['a script in compressed objects', pdf([objectStream('<< /JS (x) >>')])],
  ['a script after a picture', pdf([picture(randomBytes(500)), object(5, '<< /JS (x) >>')])],
  ['a script within a picture, at which a table may point', pdf([picture(Buffer.from(`\n${object(5, script)}`))])],
])('%s is detected', async (_, content) => {
  expect(await check({ content })).toEqual({ problem: 'active' })
})

test('an object that a stream hides from one reader is not in the rewritten file', async () => {
  const hidden = deflateSync(`5 0 ${script}`)
  const checked = await check({ content: pdf([object(9, stream('/N 1 /First 4 /Filter /FlateDecode', hidden))]) })
  if (!('content' in checked)) throw new Error(checked.problem)
  const text = Buffer.from(checked.content).toString('latin1')
  // A classic table refers to places in the file, so that no object can be inside a stream.
  expect(text).toMatch(/\nxref\n/)
  expect(text).not.toMatch(/\/(ObjStm|XRef)/)
})

test.each([
  ['without an end', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['with a stream that does not end', pdf(['9 0 obj << /Length 9 >>\nstream\nabc'])],
  ['without a page', Buffer.from('%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF')],
  ['nested a million times', pdf([object(5, '['.repeat(1_000_000))])],
])('a PDF %s is refused as broken', async (_, content) => {
  expect(await check({ content })).toEqual({ problem: 'broken' })
})

test.each(Object.entries(hostilePdfs()))('%s is refused without parsing, in under a second', async (_, content) => {
  const before = process.cpuUsage()
  expect(await check({ content })).toEqual({ problem: 'broken' })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e6).toBeLessThan(1)
})

test('a PDF with a password is reported as such', async () => {
  const document = await PDFDocument.create()
  document.addPage()
  document.encrypt({ userPassword: 'secret', ownerPassword: 'owner' })
  expect(await check({ content: await document.save() })).toEqual({ problem: 'encrypted' })
})
