import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { contract } from '#contract/index.ts'
import { leakPattern } from './judge.ts'

const login = `/api${contract.wLogin.path}`
const jsonRequest = (length: number | string, more = '') =>
  `POST ${login} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${more}\r\n`
const chunkedRequest = (body: string, more = '') =>
  `POST ${login} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n${more}\r\n${body}`
const getRequest = (address: string) => `GET ${address} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`

/** Bytes that no browser would send. */
const broken: Record<string, string | Buffer> = {
  nothing: '',
  'blank lines': '\r\n\r\n\r\n',
  'no HTTP': 'hello\r\n\r\n',
  'a TLS greeting': Buffer.from('1603010200010001fc0303', 'hex'),
  'HTTP/0.9': 'GET /\r\n\r\n',
  'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'HTTP/9.9': 'GET / HTTP/9.9\r\nhost: x\r\n\r\n',
  'an unknown method': `BREW ${login} HTTP/1.1\r\nhost: x\r\n\r\n`,
  'no host': `POST ${login} HTTP/1.1\r\ncontent-length: 2\r\n\r\n{}`,
  'two hosts': `POST ${login} HTTP/1.1\r\nhost: x\r\nhost: y\r\ncontent-length: 2\r\n\r\n{}`,
  'a NUL in a header': `POST ${login} HTTP/1.1\r\nhost: x\r\nx: a\u0000b\r\n\r\n`,
  'a header without a colon': `POST ${login} HTTP/1.1\r\nhost: x\r\nx\r\n\r\n`,
  'a folded header': `POST ${login} HTTP/1.1\r\nhost: x\r\nx: a\r\n b\r\n\r\n`,
  'Latin-1 in headers': Buffer.from(
    `GET ${login} HTTP/1.1\r\nhost: \u00e9\r\nauthorization: \u00ff\r\nconnection: close\r\n\r\n`,
    'latin1',
  ),
  'large headers': `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
  'many headers': `GET / HTTP/1.1\r\nhost: x\r\n${'x: a\r\n'.repeat(3000)}connection: close\r\n\r\n`,
  'a long address': getRequest(`/${'a'.repeat(12_000)}`),
  'a negative length': `${jsonRequest(-1)}{}`,
  'a length that is no number': `${jsonRequest('two')}{}`,
  'two lengths': `${jsonRequest(2, 'content-length: 3\r\n')}{}`,
  'a length and chunks': `${jsonRequest(2, 'transfer-encoding: chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`,
  'more than its length': `${jsonRequest(2, 'connection: close\r\n')}{}{}{}`,
  'a chunk of no length': chunkedRequest('zz\r\n{}\r\n'),
  'a chunk of a huge length': chunkedRequest('ffffffffffffffff\r\n{}'),
  'an unknown coding': `POST ${login} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n{}`,
  'a trailer': chunkedRequest('2\r\n{}\r\n0\r\nx: y\r\n\r\n', 'connection: close\r\ntrailer: x\r\n'),
  'bad UTF-8': Buffer.concat([
    Buffer.from(jsonRequest(4, 'connection: close\r\n')),
    Buffer.from([0x7b, 0xff, 0xc0, 0x7d]),
  ]),
  'an upgrade': `GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n`,
  'an expectation': `${jsonRequest(2, 'expect: 200-maybe\r\nconnection: close\r\n')}{}`,
  'an absolute address': getRequest('http://evil.example.com/'),
  'an authority': 'CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n',
  'an asterisk': 'OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
}

/** Vulnerability scanners append these to addresses. */
const suffixes = [
  '%',
  '%00',
  '%ff',
  '%c0%ae%c0%ae/',
  '..%2f..%2fetc/passwd',
  '%2e%2e/',
  '\\..\\',
  "'",
  '"><script>',
  '%e4%b8%ad%e6%96%87',
  '~',
  '%20',
  '?',
  '?a=%',
  '?a[]=1&a=2&__proto__[x]=1',
  ';x',
  '//',
  'x'.repeat(3000),
]
const prefixes = [
  '/',
  '/api/',
  `${login}/`,
  '/api/operations/',
  '/files/',
  '/images/',
  '/help/',
  '/guide/',
  '/download/',
  '/template/service/',
  '/p/',
  '/assets/',
  '/notify/',
  '/demo/outbox?phone=',
  '/demo/pay/',
  '/control/',
  '/operations/',
  '/metrics',
  '/api/openapi.json',
]
for (const prefix of prefixes)
  for (const suffix of suffixes)
    broken[`GET ${prefix}${suffix.slice(0, 40)}`] = getRequest(encodeURI(`${prefix}${suffix}`).replaceAll('%25', '%'))
for (const path of ['/notify/alipay', '/notify/wechat', '/notify/sandbox', '/demo/pay/x'])
  for (const [name, body] of Object.entries({
    empty: '',
    text: 'x',
    JSON: '{"a":1}',
    form: 'a=%&b[]=%ff&__proto__=1',
    bytes: '\u0000\u0001',
  }))
    for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain'])
      broken[`POST ${path} ${name} as ${type}`] =
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`

/** Milliseconds to wait: for a request that asks to be closed, and for one that may never be answered. */
const [closeTimeout, openTimeout] = [30_000, 1500]

/** Returns everything received until the connection ends. */
async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const closes = bytes.includes('connection: close')
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close').catch(() => {})
  socket.write(bytes)
  await Promise.race([closed, sleep(closes ? closeTimeout : openTimeout, undefined, { ref: false })])
  socket.destroy()
  return Buffer.concat(chunks).toString('utf8') || (closes ? 'nothing' : '')
}

function findFault(answer: string): string | undefined {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0)
  if (answer && !status) return `no HTTP: ${answer.slice(0, 80)}`
  if (status >= 500 && status !== 505) return head.split('\r\n')[0]
  const leak = leakPattern.exec(body.startsWith('<!doctype') ? '' : body)
  if (leak) return `its inside: ${leak[0].slice(0, 80)}`
  if (/content-type: application\/json/i.test(head) && status >= 400 && !/"msg":"[^"]*\p{Script=Han}/u.test(body))
    return `no Chinese message: ${body.slice(0, 120)}`
  return undefined
}

/** Sends broken HTTP and strange addresses over real connections; the portal must still be up at the end. */
export async function fuzzSockets(
  app: FastifyInstance,
): Promise<{ requests: number; faults: { name: string; fault: string }[] }> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const faults: { name: string; fault: string }[] = []
  const waiting = Object.entries(broken)
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, bytes] = next
      const fault = findFault(await exchange(port, bytes))
      if (fault) faults.push({ name, fault })
    }
  }
  await Promise.all(Array.from({ length: 8 }, lane))
  const health = await exchange(port, getRequest('/healthz'))
  if (!health.startsWith('HTTP/1.1 200')) faults.push({ name: 'the portal afterwards', fault: health.slice(0, 80) })
  return { requests: Object.keys(broken).length, faults }
}
