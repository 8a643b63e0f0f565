import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { rootCertificates } from 'node:tls'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { syslogCounterpart } from '#server/testing/syslog-counterpart.ts'
import { syslogFrame } from './message.ts'
import { sendSyslog } from './send.ts'

const origin = { hostname: 'portal.example.com', app: '海易 Portal', enterprise: 32473 }
const frameOf = (body: Record<string, unknown>, data: Record<string, string> = {}) =>
  syslogFrame(origin, {
    ...{ at: '2026-11-23T06:00:00.123Z', messageId: 'department.added', data, body, dispensable: ['detail'] },
  })

test('frames arrive as they were written, whatever their values hold', async () => {
  const receiver = await syslogCounterpart()
  const data = { number: '1', actor: '陈 "雨桐" ] \\ ]', action: 'department.added' }
  const bodies = Array.from({ length: 500 }, (_, index) => ({ number: index, name: `仓库 ${index}\n"]` }))
  expect(
    await sendSyslog(
      receiver,
      bodies.map(body => frameOf(body, data)),
      true,
    ),
  ).toBeNull()
  expect(receiver.faults).toEqual([])
  expect(receiver.received.map(({ body }) => body)).toEqual(bodies)
  expect(receiver.received[0]).toMatchObject({
    ...{ priority: 110, at: '2026-11-23T06:00:00.123Z', hostname: 'portal.example.com', app: 'Portal' },
    ...{ messageId: 'department.added', dataId: 'portal@32473', data },
  })
})

test('a message too long for receivers is sent without its longest part, and says so', () => {
  const frame = frameOf({ number: 1, detail: '长'.repeat(3000) }).toString()
  expect(JSON.parse(frame.slice(frame.indexOf('\uFEFF') + 1))).toEqual({ number: 1, omitted: ['detail'] })
})

test('frames sent before a connection reset do not count as delivered', async () => {
  const receiver = await syslogCounterpart(messages => messages === 3)
  const frames = Array.from({ length: 2000 }, (_, number) => frameOf({ number, text: 'x'.repeat(1000) }))
  expect(await sendSyslog(receiver, frames, true)).toBe('连接被中断')
})

test('a certificate that is untrusted, for another name or by another authority is refused', async () => {
  const receiver = await syslogCounterpart()
  const frames = [frameOf({ secret: true })]
  expect(await sendSyslog({ ...receiver, ca: null }, frames, true)).toBe('证书不受信任')
  expect(await sendSyslog({ ...receiver, ca: rootCertificates[0] ?? '' }, frames, true)).toBe('证书不受信任')
  // The certificate names 127.0.0.1.
  const renamed = await syslogCounterpart(() => false, '127.0.0.2')
  expect(await sendSyslog(renamed, frames, true)).toBe('证书与域名不符')
  expect([...receiver.received, ...renamed.received]).toEqual([])
})

test('a receiver without TLS gets nothing', async () => {
  const heard: Buffer[] = []
  const server = createServer(socket =>
    socket.on('data', (chunk: Buffer) => heard.push(chunk)).end('220 no syslog over TLS here\r\n'),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  expect(await sendSyslog({ host: '127.0.0.1', port, ca: null }, [frameOf({ secret: true })], true)).toBe(
    '对方没有使用 TLS',
  )
  expect(Buffer.concat(heard).toString('latin1')).not.toContain('secret')
})

test.each(['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254', 'localhost', 'logs.internal'])(
  'no connection is made to %s',
  async host => {
    const receiver = await syslogCounterpart()
    expect(await sendSyslog({ ...receiver, host }, [frameOf({})], false)).toMatch(/^地址不能使用/)
    expect(receiver.connections()).toBe(0)
  },
)

// Runs in its own process, because this one only looks up localhost.
test('the socket uses the checked DNS lookup, once, and does not connect when it refuses', async () => {
  const script = `
    import dns from 'node:dns'
    import { syncBuiltinESMExports } from 'node:module'
    let asked = 0
    dns.lookup = (name, options, resolved) => { asked += 1; resolved(null, [{ address: '127.0.0.1', family: 4 }]) }
    syncBuiltinESMExports()
    const { sendSyslog } = await import('./server/integrations/syslog/send.ts')
    const problem = await sendSyslog({ host: 'rebinding.example.com', port: 6514, ca: null }, [], false)
    console.log(JSON.stringify({ asked, problem }))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  expect(JSON.parse(stdout)).toEqual({ asked: 1, problem: '地址不能使用：域名指向本机或内部网络' })
})
