import type { Config } from '#server/core/config.ts'
import type { Mailer } from './mail.ts'

/** Creates the mailer for the configured server; undefined if none is configured. */
export const createMailer = async (config: Config): Promise<Mailer | undefined> =>
  config.smtpHost ? (await import('./smtp.ts')).createSmtp(config) : undefined
