import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { onTestFinished } from 'vitest'
import { certificate } from './smtp-counterpart.ts'

export interface ReceivedSyslog {
  priority: number
  at: string
  hostname: string
  app: string
  messageId: string
  dataId: string
  data: Record<string, string>
  body: Record<string, unknown>
}

/** Header, structured data with one element, a space, the UTF-8 mark and the text (RFC 5424, section 6). */
const form =
  /^<(\d{1,3})>1 (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{1,6}Z) ([!-~]{1,255}) ([!-~]{1,48}) - ([!-~]{1,32}) \[([!-~]{1,32}?)((?: [!-~]{1,32}="(?:[^"\\\]]|\\["\\\]])*")*)\] \uFEFF(.*)$/su

function parse(message: Buffer): ReceivedSyslog {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(message)
  const [, priority, at = '', hostname = '', app = '', messageId = '', dataId = '', parameters = '', body = ''] =
    form.exec(text) ?? []
  if (!priority) throw new Error(`no message of RFC 5424: ${text}`)
  const data = [...parameters.matchAll(/ ([!-~]+?)="((?:[^"\\\]]|\\["\\\]])*)"/gu)].map(
    ([, name = '', value = '']): [string, string] => [name, value.replace(/\\(["\\\]])/g, '$1')],
  )
  return {
    ...{ priority: Number(priority), at, hostname, app, messageId, dataId },
    ...{ data: Object.fromEntries(data), body: JSON.parse(body) as Record<string, unknown> },
  }
}

/** Takes whole frames from the front: digits without a leading zero, a space, that many bytes (RFC 5425, section 4.3). */
function takeFrames(content: Buffer): { frames: Buffer[]; rest: Buffer } {
  const frames: Buffer[] = []
  let rest = content
  for (;;) {
    const head = rest.subarray(0, 8).toString('latin1')
    const [start, length] = /^([1-9]\d*) /.exec(head) ?? []
    if (!start || !length) {
      if (!/^([1-9]\d{0,6})?$/.test(head)) throw new Error(`no frame of RFC 5425: ${head}`)
      return { frames, rest }
    }
    const end = start.length + Number(length)
    if (rest.length < end) return { frames, rest }
    frames.push(rest.subarray(start.length, end))
    rest = rest.subarray(end)
  }
}

/**
 * Simulates a receiver of syslog over TLS for one test, which checks each frame and message. `cut` decides whether the connection
 * is reset after this many messages in all.
 */
export async function syslogCounterpart(cut: (messages: number) => boolean = () => false, host = '127.0.0.1') {
  const received: ReceivedSyslog[] = []
  const faults: string[] = []
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer(certificate(), socket => {
    connections += 1
    let rest: Buffer = Buffer.alloc(0)
    const take = (chunk: Buffer) => {
      try {
        const taken = takeFrames(Buffer.concat([rest, chunk]))
        rest = taken.rest
        for (const frame of taken.frames) {
          received.push(parse(frame))
          if (!cut(received.length)) continue
          for (const raw of sockets) raw.resetAndDestroy()
          return
        }
      } catch (error) {
        faults.push(String(error))
      }
    }
    socket.on('data', take)
    socket.on('end', () => {
      if (rest.length) faults.push('the connection ended within a frame')
    })
    socket.on('error', () => {})
  })
  server.on('connection', (raw: Socket) => {
    sockets.add(raw)
    raw.on('error', () => {}).on('close', () => sockets.delete(raw))
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>(resolve => server.listen(0, host, () => resolve()))
  onTestFinished(() => {
    for (const raw of sockets) raw.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host, port, ca: certificate().cert, received, faults, connections: () => connections }
}
