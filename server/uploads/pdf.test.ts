import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pdfProblem } from './pdf.ts'

const pdf = (...objects: (string | Buffer)[]) =>
  Buffer.concat(['%PDF-1.7\n', ...objects, '\ntrailer << /Root 1 0 R >>\n%%EOF\n'].map(part => Buffer.from(part)))
const stream = (dictionary: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`\n9 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ])
const catalog = '1 0 obj\n<< /Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] >>\nendobj\n'
const objectStream = (objects: string) =>
  stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(objects))

test.each([
  ['a plain one that opens at a page', pdf(catalog)],
  [
    'pictures whose bytes happen to spell a name',
    pdf(catalog, stream('/Subtype /Image', Buffer.from('x/JS y/Launch z'))),
  ],
  ['pictures of noise', pdf(catalog, stream('/Subtype /Image', randomBytes(3_000_000)))],
  ['harmless objects, compressed', pdf(catalog, objectStream('5 0 << /Type /Page /Rotate 0 >>'))],
  [
    'one that its maker has encrypted, whose objects nobody can see',
    pdf('<< /Encrypt 8 0 R >>', stream('/Type /ObjStm /Filter /FlateDecode', randomBytes(99))),
  ],
  ['names that only begin alike', pdf(catalog, '<< /JSON 1 /Soundness 2 /Launcher 3 >>')],
])('%s passes', (_, content) => {
  expect(pdfProblem(content)).toBeUndefined()
})

test.each([
  ['a script', pdf('<< /S /JavaScript /JS (app.alert\\(1\\)) >>')],
  ['a script in a disguised name', pdf('<< /S /J#61vaScript /J#53 (x) >>')],
  ['a program to start', pdf('<< /S /Launch /F (cmd.exe) >>')],
  ['an attachment', pdf('<< /Names << /EmbeddedFiles 4 0 R >> >>')],
  ['a form of scripts', pdf('<< /AcroForm << /XFA 7 0 R >> >>')],
  ['a script in compressed objects', pdf(catalog, objectStream('5 0 << /S /JavaScript /JS (x) >>'))],
  [
    'a script in objects that are collected without being compressed',
    pdf(stream('/Type /ObjStm', Buffer.from('5 0 << /JS (x) >>'))),
  ],
  ['a script after a picture', pdf(catalog, stream('/Subtype /Image', randomBytes(500)), '<< /JS (x) >>')],
])('%s is found', (_, content) => {
  expect(pdfProblem(content)).toBe('active')
})

test.each([
  ['without an end', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['with a stream that does not end', pdf('<< /Length 9 >>\nstream\nabc')],
  ['with compressed objects that are not', pdf(stream('/Type /ObjStm /Filter /FlateDecode', randomBytes(99)))],
  ['with compressed objects of gigabytes', pdf(objectStream(' '.repeat(40 * 1024 * 1024)))],
])('one %s is broken', (_, content) => {
  expect(pdfProblem(content)).toBe('broken')
})
