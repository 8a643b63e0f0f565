import fc, { type Arbitrary } from 'fast-check'

/** Ways to break the text of a request. */
export const breakages = {
  cut: (text: string) => text.slice(0, text.length >> 1),
  'twice the text': (text: string) => text + text,
  'keys twice': (text: string) => text.replace(/^\{(.*)\}$/s, '{$1,$1}').replace('{,}', '{}'),
  'own prototype': (text: string) => text.replace(/^\{/, '{"__proto__":{"admin":true},').replace(',}', '}'),
  'a nesting of 100,000': (text: string) =>
    text.replace(/^\{/, `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)},`).replace(/,\}$/, '}'),
  'an open nesting of 200,000': () => '['.repeat(200_000),
  'numbers out of range': (text: string) => text.replace(/:-?\d+(?=[,}])/g, ':1e999'),
  'a byte order mark': (text: string) => `\ufeff${text}`,
  'UTF-16': (text: string) => Buffer.from(text, 'utf16le'),
  'bad UTF-8': (text: string) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xc0, 0x80, 0x7d])]),
  'a surrogate in UTF-8': (text: string) =>
    Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from(`",${text.slice(1)}`)]),
  nothing: () => '',
  'no object': () => '[{}]',
  '10 MB': () => `{"username":"${'x'.repeat(10 * 1024 * 1024)}"}`,
  'just too much': () => `{"username":"${'x'.repeat(256 * 1024)}"}`,
} satisfies Record<string, (text: string) => string | Buffer>

const long = 'x'.repeat(4000)
/** Without `content-length`: injected, a wrong one reaches the portal, whereas Node refuses it on a connection (sockets.ts). */
const odd: Record<string, string[]> = {
  'content-type': [
    '',
    'text/plain',
    'application/xml',
    'application/json; charset=gbk',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=----other',
    `application/json; x=${long}`,
    '\u0000',
  ],
  authorization: [
    '',
    'Bearer x',
    'portal-web',
    `portal-web ${long}`,
    "portal-web '; --",
    '海 易',
    'operations-web 1',
    'x y z',
  ],
  host: ['', 'evil.example.com', '127.0.0.1:99999', '[::1', '../..', long],
  'x-forwarded-for': [
    '',
    'x',
    '1.2.3.4, 5.6.7.8',
    '999.1.1.1',
    "'; --",
    '::1',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '0',
    long,
  ],
  'x-forwarded-host': ['evil.example.com', '', 'a,b'],
  'x-forwarded-proto': ['javascript', ''],
  'x-request-id': ['\u001b[31m', long],
  'user-agent': ['', long, '\u0001', '浏览器', "' or 1=1 --", '\ud800'],
  cookie: [
    '',
    'operator',
    '__Host-operator=',
    '__Host-operator==',
    `__Host-operator=${long}`,
    '=;;=',
    '__Host-operator=%00',
    '__Host-operator=a; __Host-operator=b',
  ],
  'sec-fetch-site': ['cross-site', 'none', 'x'],
  origin: ['null', 'https://evil.example.com', 'x'],
  'content-encoding': ['gzip', 'br', 'x'],
  'accept-language': ['x'.repeat(300), 'zz'],
  expect: ['100-continue'],
}

/** One or two invalid headers. */
export const oddHeaders: Arbitrary<Record<string, string>> = fc
  .array(
    fc.oneof(
      ...Object.entries(odd).map(([name, values]) => fc.constantFrom(...values).map(value => [name, value] as const)),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map(pairs => Object.fromEntries(pairs))

/** An invalid sid or operator's token. */
export const oddSid: Arbitrary<unknown> = fc.constantFrom<unknown>(
  null,
  '',
  0,
  {},
  [],
  ['a'],
  'x',
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '哈'.repeat(43),
  'x'.repeat(100_000),
)
