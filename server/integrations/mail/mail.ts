import { OutsideFailure } from '../outside-failure.ts'

export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[]
}

/** Sends mail. The provider took it for all recipients, or the promise rejects with MailFailure. */
export interface Mailer {
  /** `messageId` is ours: a second mail with the same id is the same mail to whoever reads it. */
  send(mail: Mail, messageId: string): Promise<void>
  /** Connects and logs in without sending anything. */
  verify(): Promise<void>
}

/** The message is logged and stored, so it holds no password and nobody's address. */
export class MailFailure extends OutsideFailure {}

/** Milliseconds that a mail server has for one mail. */
export const mailTimeout = 10_000
