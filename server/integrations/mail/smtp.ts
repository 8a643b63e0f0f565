import type { Config } from '#server/core/config.ts'
import { withinTime } from '../outside-failure.ts'
import { type Mailer, MailFailure, mailTimeout } from './mail.ts'

type Settings = Pick<
  Config,
  'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpUser' | 'smtpPassword' | 'mailFrom' | 'brandName'
>

/** Failures that no retry resolves: login, recipients, and configuration. */
const permanent = new Set(['EAUTH', 'ENOAUTH', 'EENVELOPE', 'ECONFIG', 'EMESSAGE', 'ETLS'])

/** An SMTP server. The library is loaded with the first mailer, not with the portal. */
export async function createSmtp(settings: Settings & { ca?: string }): Promise<Mailer> {
  const { createTransport } = await import('nodemailer')
  const { smtpHost: host, smtpPort: port, smtpSecurity, smtpUser: user, smtpPassword: pass, mailFrom = '' } = settings
  const transport = createTransport({
    host: host ?? '',
    port,
    secure: smtpSecurity === 'tls',
    // Without this, a server or a man in the middle that does not offer STARTTLS would get the password in plain text.
    requireTLS: smtpSecurity === 'starttls',
    ignoreTLS: smtpSecurity === 'none',
    ...(settings.ca !== undefined && { tls: { ca: settings.ca } }),
    ...(user !== undefined && { auth: { user, pass: pass ?? '' } }),
    connectionTimeout: mailTimeout,
    greetingTimeout: mailTimeout,
    socketTimeout: mailTimeout,
    dnsTimeout: mailTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = mailFrom.split('@').at(-1) ?? 'localhost'

  return {
    async verify() {
      await withinMailTime(transport.verify()).catch(error => Promise.reject(toFailure(error)))
    },

    async send({ to, subject, text, attachments = [] }, messageId) {
      const sending = transport.sendMail({
        from: { name: settings.brandName, address: mailFrom },
        to: [...to],
        subject,
        text,
        messageId: `<${messageId}@${domain}>`,
        attachments: [...attachments],
      })
      const { rejected } = await withinMailTime(sending).catch(error => Promise.reject(toFailure(error)))
      // The server accepted it for other recipients, so a retry would send it to them twice.
      if (rejected.length) throw new MailFailure(`邮件服务器拒绝了 ${rejected.length} 个收件人`, false)
    },
  }
}

const withinMailTime = <Answer>(sending: Promise<Answer>): Promise<Answer> =>
  withinTime(sending, mailTimeout, () => new MailFailure('邮件服务器没有在限定时间内应答', true))

/** The library's errors quote the conversation, including addresses, so only their codes are passed on. */
function toFailure(error: unknown): MailFailure {
  if (error instanceof MailFailure) return error
  const { code = '', responseCode, command } = error as { code?: string; responseCode?: number; command?: string }
  // 4xx means a temporary failure, 5xx a permanent one.
  const retry = responseCode ? responseCode < 500 : !permanent.has(code)
  const words: Record<string, string> = {
    EAUTH: '邮件服务器拒绝了用户名或密码',
    ENOAUTH: '邮件服务器要求登录',
    ETLS: '邮件服务器没有可用的加密连接',
    EENVELOPE: '邮件服务器拒绝了发件人或收件人',
    EDNS: '找不到邮件服务器',
  }
  const detail = [responseCode, command].filter(Boolean).join(' ')
  return new MailFailure(`${words[code] ?? `邮件未能发送（${code || '无应答'}）`}${detail && ` ${detail}`}`, retry)
}
