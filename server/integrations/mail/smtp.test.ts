import { createServer } from 'node:net'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { smtpCounterpart, smtpLogin } from '#server/testing/smtp-counterpart.ts'
import { type Mailer, MailFailure, mailTimeout } from './mail.ts'
import { createSmtp } from './smtp.ts'

const mail = {
  to: ['owner@example.com', 'second@example.com'],
  subject: '运行状况：1 项异常',
  text: '最久等待的任务 25 分钟',
}

const mailer = (port: number, ca: string, more: Record<string, string> = {}) =>
  createSmtp({
    ...readConfig({
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(port),
      SMTP_USER: smtpLogin.user,
      SMTP_PASSWORD: smtpLogin.password,
      MAIL_FROM: smtpLogin.user,
      ...more,
    }),
    ca,
  })

async function failureOf(sending: Promise<void>): Promise<MailFailure> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailFailure)) throw new Error(`expected a MailFailure, got ${error}`)
  expect(inspect(error, { depth: 9 })).not.toMatch(/right password|owner@|second@|alarm@/)
  return error
}
const send = (made: Mailer, more: Partial<typeof mail> = {}) => made.send({ ...mail, ...more }, '0199-push')

test.each([
  ['tls', { secure: true }],
  ['starttls', {}],
])('mail arrives by %s, with login, sender, subject and text', async (security, options) => {
  const { port, ca, received } = await smtpCounterpart(options)
  await send(await mailer(port, ca, { SMTP_SECURITY: security }))
  expect(received).toMatchObject([{ from: smtpLogin.user, to: mail.to, user: smtpLogin.user, secure: true }])
  const [head = '', body = ''] = received[0]?.text.split('\r\n\r\n') ?? []
  expect(head).toMatch(/^From: .*<alarm@example\.com>/m)
  expect(head).toContain('Message-ID: <0199-push@example.com>')
  const encoded = [...head.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, text = '']) =>
    Buffer.from(text, 'base64').toString(),
  )
  expect(encoded.join('')).toContain(mail.subject)
  const text = /quoted-printable/i.test(head)
    ? decodeURIComponent(body.replaceAll('=\r\n', '').replaceAll(/=([0-9A-F]{2})/g, '%$1'))
    : Buffer.from(body, 'base64').toString()
  expect(text).toContain(mail.text)
})

test('verifying the server logs in and sends nothing', async () => {
  const { port, ca, received } = await smtpCounterpart({ secure: true })
  await (await mailer(port, ca)).verify()
  expect(await failureOf((await mailer(port, ca, { SMTP_PASSWORD: 'another password' })).verify())).toMatchObject({
    message: expect.stringContaining('用户名或密码'),
  })
  expect(received).toEqual([])
})

test('a file is sent as an attachment', async () => {
  const { port, ca, received } = await smtpCounterpart({ secure: true })
  const made = await mailer(port, ca)
  const attachments = [{ filename: '发票.pdf', content: Buffer.from('%PDF-1.7'), contentType: 'application/pdf' }]
  await made.send({ ...mail, attachments }, 'invoice-1')
  expect(received[0]?.text).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test('a server without STARTTLS never gets the password', async () => {
  let requested = 0
  const { port, ca, received } = await smtpCounterpart({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth(_auth, _session, done) {
      requested += 1
      done(null, { user: smtpLogin.user })
    },
  })
  await failureOf(send(await mailer(port, ca, { SMTP_SECURITY: 'starttls' })))
  expect([requested, received]).toEqual([0, []])
})

test('a server with an untrusted certificate gets neither password nor mail', async () => {
  const { port, received } = await smtpCounterpart({ secure: true })
  const other = await createSmtp(
    readConfig({ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), MAIL_FROM: smtpLogin.user, ...login }),
  )
  await failureOf(send(other))
  expect(received).toEqual([])
})
const login = { SMTP_USER: smtpLogin.user, SMTP_PASSWORD: smtpLogin.password }

test('a wrong password and an unknown recipient are permanent failures', async () => {
  const { port, ca, received } = await smtpCounterpart({ secure: true })
  const wrong = await mailer(port, ca, { SMTP_PASSWORD: 'another password' })
  expect(await failureOf(send(wrong))).toMatchObject({ retry: false, message: expect.stringContaining('用户名或密码') })
  const right = await mailer(port, ca)
  expect(await failureOf(send(right, { to: ['nobody@elsewhere.test'] }))).toMatchObject({ retry: false })
  expect(received).toEqual([])
  // The existing mailbox has received the mail, so a retry would deliver it twice.
  expect(await failureOf(send(right, { to: ['owner@example.com', 'nobody@elsewhere.test'] }))).toMatchObject({
    retry: false,
    message: expect.stringContaining('1 个收件人'),
  })
  expect(received).toHaveLength(1)
})

test('a deferral by the server may be retried', async () => {
  const later = Object.assign(new Error('greylisted'), { responseCode: 451 })
  const { port, ca } = await smtpCounterpart({ secure: true, onMailFrom: (_address, _session, done) => done(later) })
  expect(await failureOf(send(await mailer(port, ca)))).toMatchObject({ retry: true })
})

test('a silent or unreachable server times out and may be retried', async () => {
  const silent = createServer(() => {})
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const begun = performance.now()
  expect(await failureOf(send(await mailer(port, '', { SMTP_SECURITY: 'starttls' })))).toMatchObject({ retry: true })
  expect(performance.now() - begun).toBeLessThan(mailTimeout + 10_000)
  expect(await failureOf(send(await mailer(9, '')))).toMatchObject({ retry: true })
})
