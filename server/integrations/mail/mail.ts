import { OutsideFailure } from '../outside-failure.ts'

export interface Mail {
  to: readonly string[]
  subject: string
  text: string
  attachments?: readonly { filename: string; content: Buffer; contentType: string }[]
}

/** Sends mail. The provider took it for all recipients, or the promise rejects with MailFailure. */
export interface Mailer {
  /** `messageId` is the portal's: mail clients treat a second mail with the same id as the same mail. */
  send(mail: Mail, messageId: string): Promise<void>
  /** Connects and logs in without sending anything. */
  verify(): Promise<void>
}

/** The message is logged and stored, so it contains no password and no mail address. */
export class MailFailure extends OutsideFailure {}

/** Milliseconds that a mail server has for one mail. */
export const mailTimeout = 10_000
