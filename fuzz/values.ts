import fc, { type Arbitrary } from 'fast-check'

/** Values that are valid in no field, or that some lower layer interprets differently. */
export const nasty: unknown[] = [
  null,
  true,
  0,
  -1,
  -0,
  1.5,
  1e308,
  -1e308,
  5e-324,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00x',
  '\ufeff\ufffe\uffff',
  '\u202e\u2066rtl\u2069',
  '\u200b\u200d\u00ad',
  'e\u0301'.repeat(30),
  '😀'.repeat(20),
  '𠮷'.repeat(60),
  'x'.repeat(5000),
  '哈'.repeat(20_000),
  '\r\nSet-Cookie: a=b',
  '%',
  '_',
  '\\',
  '%_\\%',
  "'",
  "'; drop table x; --",
  '" or 1=1',
  '$1',
  '{{7*7}}',
  '%00',
  '%s%n',
  '=1+1',
  '(?:a+)+$',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  'NaN',
  'Infinity',
  'null',
  '1e999',
  '0x10',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '0000-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999999999Z',
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 1, length: -1 },
]

export const nastyText: Arbitrary<string> = fc.constantFrom(
  ...nasty.filter((value): value is string => typeof value === 'string'),
)

/** Any character, surrogate halves included: fast-check's own such unit takes seconds to build. */
const unit = fc
  .oneof(
    fc.integer({ min: 0, max: 0xffff }),
    fc.integer({ min: 0, max: 0x10ffff }),
    fc.integer({ min: 0x20, max: 0x7e }),
  )
  .map(point => String.fromCodePoint(point))

/** Lines of text that are mostly valid. */
export const text: Arbitrary<string> = fc.oneof(
  { weight: 16, arbitrary: fc.constantFrom('测试内容样本', '张三', '东京-01', '说明文字，含标点。', 'Sample 01') },
  { weight: 1, arbitrary: fc.string({ unit, maxLength: 40 }) },
  { weight: 1, arbitrary: nastyText },
)

export const anything: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...nasty) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.string({ unit }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
