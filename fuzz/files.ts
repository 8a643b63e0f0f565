import fc, { type Arbitrary } from 'fast-check'
import sharp from 'sharp'
import writeXlsxFile from 'write-excel-file/node'
import { onePage } from '#server/testing/pdf.ts'

/** A file for a multipart call, and the way its envelope is broken. */
export interface GeneratedFile {
  content: string
  name: string
  envelope:
    | 'right'
    | 'cut'
    | 'no end'
    | 'two files'
    | 'no file'
    | 'many fields'
    | 'file first'
    | 'fields twice'
    | 'own prototype'
}

const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()
const wide = await sharp({ create: { width: 16_000, height: 1, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()
const headings = ['手机号', '姓名', '工号', '部门']
const workbook = await writeXlsxFile([
  headings,
  ['13911112222', '王芳', 'LF001', ''],
  ['1', '\u0007', '', '无/此'],
]).toBuffer()
const shops = await writeXlsxFile([
  ['平台', '店铺名称', '店铺编号', '负责人', '专线'],
  ['Temu', '二店', 'T1', '', ''],
]).toBuffer()
const zip = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(200, 7)])

/** Contents have names, so that a failing request can be printed. */
const contents: Record<string, () => Buffer> = {
  'a picture': () => picture,
  'a wide picture': () => wide,
  'a cut picture': () => picture.subarray(0, picture.length >> 1),
  'a PDF': () => onePage(),
  'a PDF of nothing': () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF'),
  'a broken workbook': () => zip,
  'a sheet of addresses': () => Buffer.from('region,access_way,address,gateway\nx,y,45.1.1.1,gw.example.com\n'),
  'a sheet with strange cells': () =>
    Buffer.from(`region,access_way,address,gateway\n"a\u0000b","${'"'.repeat(99)}",::1,\ud800\n,,,,,,,\n"open`),
  'a statement': () => Buffer.from('日期,金额,付款户名,备注\n2026-11-01,5800.00,测试,12345674\n2026-99-99,1e999,,%\n'),
  'a statement with strange cells': () =>
    Buffer.from('日期,金额,付款户名,备注\n2026-11-01,5800.00,测试,12345674\n2026-99-99,1e999,\u0000,%\n'),
  'a list of names': () => Buffer.from(`测试企业\n91440300MAXX000013\n${'x'.repeat(3000)}`),
  'many lines': () => Buffer.from('a,b,c,d\n'.repeat(30_000)),
  'one long line': () => Buffer.alloc(200_000, ','),
  'UTF-16': () => Buffer.from('\ufeff测试企业\n', 'utf16le'),
  GBK: () => Buffer.from([0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xbd, 0xf0, 0xb6, 0xee, 0x0a]),
  'a workbook of employees': () => workbook,
  'a workbook of shops': () => shops,
  '500 bytes': () => Buffer.from(Array.from({ length: 500 }, (_, at) => (at * 7919) % 256)),
  empty: () => Buffer.alloc(0),
  '25 MB': () => Buffer.alloc(25 * 1024 * 1024, 65),
}

/** A suitable file for each call that takes one. */
const suitableFiles: Record<string, { content: string; name: string }> = {
  uploadFile: { content: 'a picture', name: 'licence.png' },
  uploadArticleImage: { content: 'a picture', name: 'picture.png' },
  previewEmployeeImport: { content: 'a workbook of employees', name: 'people.xlsx' },
  previewShopImport: { content: 'a workbook of shops', name: 'shops.xlsx' },
  previewStatement: { content: 'a statement', name: 'bank.csv' },
  issueInvoiceRequest: { content: 'a PDF', name: 'invoice.pdf' },
  reverseIssuedInvoice: { content: 'a PDF', name: 'red.pdf' },
  previewCouponGift: { content: 'a list of names', name: 'companies.txt' },
  previewAddressImport: { content: 'a sheet of addresses', name: 'addresses.csv' },
  uploadInstaller: { content: '500 bytes', name: 'client.exe' },
}

const anyFile = fc.record({
  content: fc.oneof(
    { weight: 60, arbitrary: fc.constantFrom(...Object.keys(contents).filter(name => name !== '25 MB')) },
    { weight: 1, arbitrary: fc.constant('25 MB') },
  ),
  name: fc.constantFrom(
    'file.png',
    'file.csv',
    'file.xlsx',
    '',
    '../../x',
    '\u202efdp.exe',
    `${'长'.repeat(300)}.png`,
    'a\u0000b',
    'a%0d%0ab.pdf',
  ),
})

const envelope = fc.oneof(
  { weight: 12, arbitrary: fc.constant('right' as const) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<GeneratedFile['envelope']>(
      'cut',
      'no end',
      'two files',
      'no file',
      'many fields',
      'file first',
      'fields twice',
      'own prototype',
    ),
  },
)

/** Generates a file for the call, usually a suitable one. */
export const arbitraryFile = (name: string): Arbitrary<GeneratedFile> =>
  fc
    .tuple(
      fc.oneof({ weight: 2, arbitrary: fc.constant(suitableFiles[name]) }, { weight: 1, arbitrary: anyFile }),
      anyFile,
      envelope,
    )
    .map(([chosen, other, envelope]) => ({ ...(chosen ?? other), envelope: envelope }))

const boundary = '----fuzz'
export const multipartType = `multipart/form-data; boundary=${boundary}`

const formPart = (name: string, rest: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])

/** Builds the body that a browser would send, or breaks it as the envelope says. */
export function multipartBody(fields: Record<string, unknown>, { content, name, envelope }: GeneratedFile): Buffer {
  const file = formPart(
    'file',
    `; filename="${name}"\r\ncontent-type: application/octet-stream`,
    contents[content]?.() ?? '',
  )
  const texts = Object.entries(fields).map(([key, value]) =>
    formPart(key, '', typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
  )
  const parts = envelope === 'file first' ? [file, ...texts] : envelope === 'no file' ? texts : [...texts, file]
  if (envelope === 'two files') parts.push(file)
  if (envelope === 'fields twice') parts.unshift(...texts)
  if (envelope === 'own prototype') parts.unshift(formPart('__proto__', '', 'x'), formPart('constructor', '', 'x'))
  if (envelope === 'many fields')
    parts.unshift(...Array.from({ length: 30 }, (_, at) => formPart(`field${at}`, '', 'x')))
  const body = Buffer.concat([...parts, Buffer.from(envelope === 'no end' ? '' : `--${boundary}--\r\n`)])
  return envelope === 'cut' ? body.subarray(0, body.length >> 1) : body
}
