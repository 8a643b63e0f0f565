import { OutsideFailure, withinTime } from '../outside-failure.ts'

/** One short message. `parameters` fill the provider's template, by name and in order. */
export interface ShortMessage {
  phone: string
  /** `code` uses the code template, everything else the notice template. */
  template: 'code' | 'notice'
  /** The reason for sending it: register, forgotpwd, changephone, verification, … */
  purpose: string
  parameters: Record<string, string>
  /** The whole text as a person reads it; the outbox shows it. */
  text: string
  /** A silent message is queued but never sent, so that an unknown phone costs the same time and gives the same answer. */
  silent?: boolean
}

/** The provider took the message, or the promise rejects with SmsFailure. */
export interface SmsSender {
  /** `messageId` is ours: a second message with the same id is the same message, and the provider's records carry it. */
  send(message: ShortMessage, messageId: string): Promise<void>
}

/** The message is logged and stored, so it holds no phone and no code, and there is no cause that might. */
export class SmsFailure extends OutsideFailure {
  /** The provider has refused this phone, and serves others: it is no number, has opted out, or got too many messages. */
  readonly recipient: boolean
  constructor(message: string, retry: boolean, recipient = false) {
    super(message, retry)
    this.recipient = recipient
  }
}

/** Milliseconds that a provider has for one message, from the first packet to the whole answer. */
export const sendTimeout = 5_000

export const withTimeout = <Answer>(answer: Promise<Answer>, timeout: number): Promise<Answer> =>
  withinTime(answer, timeout, () => new SmsFailure('短信服务商没有在限定时间内应答', true))

/** The endpoint setting may carry a scheme; without one it is https. */
export function splitEndpoint(setting: string): { protocol: 'http' | 'https'; endpoint: string } {
  const [, scheme, endpoint = ''] = /^(?:(https?):\/\/)?([^/]+)/.exec(setting) ?? []
  return { protocol: scheme === 'http' ? 'http' : 'https', endpoint }
}
