import type { Config } from '#server/core/config.ts'
import type { Mailer } from './mail.ts'

/** The mail server of the settings; undefined when none is configured. */
export const createMailer = async (config: Config): Promise<Mailer | undefined> =>
  config.smtpHost ? (await import('./smtp.ts')).createSmtp(config) : undefined
