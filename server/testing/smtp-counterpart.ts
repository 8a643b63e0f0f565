import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

export const smtpLogin = { user: 'alarm@example.com', password: 'the right password' }

export interface ReceivedMail {
  from: string
  to: string[]
  user: string
  /** True if the connection was encrypted. */
  secure: boolean
  text: string
}

let pair: { key: string; cert: string } | undefined

/** A certificate for 127.0.0.1 that only this test trusts. */
export function certificate(): { key: string; cert: string } {
  if (pair) return pair
  const folder = mkdtempSync(join(tmpdir(), 'haiyilian-certificate-'))
  try {
    const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem'), '-days', '3']
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost']
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' })
    pair = { key: readFileSync(join(folder, 'key.pem'), 'utf8'), cert: readFileSync(join(folder, 'cert.pem'), 'utf8') }
    return pair
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Simulates a mail server for one test: it requires encryption, then the login, and accepts only mail for example.com. */
export async function smtpCounterpart(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    ...certificate(),
    authMethods: ['PLAIN', 'LOGIN'],
    onAuth({ username, password }, session, done) {
      if (!session.secure) return done(new Error('encryption is required'))
      if (username !== smtpLogin.user || password !== smtpLogin.password) return done(new Error('535 no such login'))
      done(null, { user: username })
    },
    onMailFrom({ address }, { user }, done) {
      if (address !== user) return done(Object.assign(new Error('not your address'), { responseCode: 553 }))
      done()
    },
    onRcptTo({ address }, _session, done) {
      if (!address.endsWith('@example.com'))
        return done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
      done()
    },
    async onData(stream, { envelope, user, secure }, done) {
      const text = (await buffer(stream)).toString()
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      received.push({ from, to: envelope.rcptTo.map(({ address }) => address), user: String(user), secure, text })
      done()
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise<void>(resolve => server.close(() => resolve())))
  return { port: (server.server.address() as AddressInfo).port, received, ca: certificate().cert }
}
