import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { hostProblem, publicLookup, troubleOf } from '#server/integrations/outbound/public-only.ts'

/** Milliseconds for connecting, sending and the receiver's close together. */
const patience = 10_000

export interface SyslogReceiver {
  host: string
  port: number
  /** The certificate authority, in PEM, that alone may have signed the receiver's certificate; null for the public ones. */
  ca: string | null
}

class ClosedEarly extends Error {}

/**
 * Sends frames over one connection and ends it. Returns null once the receiver has closed its side after ours, without an error:
 * syslog has no acknowledgement, and a receiver that stops in the middle resets the connection. Otherwise it returns the problem, in
 * words for whoever has set the receiver. It never throws.
 */
export async function sendSyslog(
  { host, port, ca }: SyslogReceiver,
  frames: readonly Buffer[],
  allowPrivate: boolean,
): Promise<string | null> {
  const problem = allowPrivate ? undefined : hostProblem(host)
  if (problem) return `地址不能使用：${problem}`
  try {
    await deliver({ host, port, ca }, Buffer.concat(frames), allowPrivate)
    return null
  } catch (error) {
    if (error instanceof ClosedEarly) return '对方没有收完就关闭了连接'
    return troubleOf(error)
  }
}

const deliver = ({ host, port, ca }: SyslogReceiver, content: Buffer, allowPrivate: boolean) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({
      ...{ host, port, minVersion: 'TLSv1.2' as const },
      ...(ca !== null && { ca }),
      ...(!allowPrivate && { lookup: publicLookup }),
      // The name of a host alone may stand in the extension; an address is compared with the certificate all the same.
      ...(!isIP(host) && { servername: host }),
    })
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('the receiver is slow'), { name: 'TimeoutError' })),
      patience,
    )
    socket.on('secureConnect', () => socket.end(content))
    // Reading what a receiver never says lets its close be seen.
    socket.resume()
    let isWhole = false
    socket.on('end', () => {
      isWhole = socket.writableFinished
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      if (isWhole) resolve()
      else reject(new ClosedEarly())
    })
  })
