import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { hostProblem, publicLookup, troubleOf } from '#server/integrations/outbound/public-only.ts'

/** Milliseconds for connecting, sending and the receiver's close together. */
const patience = 10_000

export interface SyslogReceiver {
  host: string
  port: number
  /** The only certificate authority, in PEM, trusted to sign the receiver's certificate; null for the public ones. */
  ca: string | null
}

class ClosedEarly extends Error {}

/**
 * Sends frames over one connection and ends it. Returns null once the receiver has closed its side after the portal's, without an
 * error: syslog has no acknowledgement, and a receiver that stops in the middle resets the connection. Otherwise returns the
 * problem, in words for the person who configured the receiver. Never throws.
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
      // SNI permits only host names; an IP address is nevertheless compared with the certificate.
      ...(!isIP(host) && { servername: host }),
    })
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('the receiver is slow'), { name: 'TimeoutError' })),
      patience,
    )
    socket.on('secureConnect', () => socket.end(content))
    // The receiver sends nothing, but its close is only noticed by reading.
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
