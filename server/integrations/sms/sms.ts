import type { MessagePurpose } from '#contract/message-purposes.ts'
import { OutsideFailure, withinTime } from '../outside-failure.ts'

/** One short message. `parameters` fill the provider's template, by name and in order. */
export interface ShortMessage {
  phone: string
  /** `code` uses the code template, everything else the notice template. */
  template: 'code' | 'notice'
  purpose: MessagePurpose
  parameters: Record<string, string>
  /** The whole text as a person reads it; the outbox shows it. */
  text: string
  /** A silent message is queued but never sent, so that an unknown phone costs the same time and gives the same answer. */
  silent?: boolean
}

/** The provider took the message, or the promise rejects with SmsFailure. */
export interface SmsSender {
  /** `messageId` is ours: the provider's records carry it, but a second message with the same id is sent once more. */
  send(message: ShortMessage, messageId: string): Promise<void>
}

/** The message is logged and stored, so it holds no phone and no code, and there is no cause that might. */
export class SmsFailure extends OutsideFailure {
  /** The provider has refused this phone, and serves others: it is no number, has opted out, or got too many messages. */
  readonly recipient: boolean
  /** Set where the provider may have the message although it gave no answer in time: whether a late answer says that it has. */
  readonly takenAfterAll: Promise<boolean> | undefined
  constructor(
    message: string,
    retry: boolean,
    { recipient = false, takenAfterAll }: { recipient?: boolean; takenAfterAll?: Promise<boolean> } = {},
  ) {
    super(message, retry)
    this.recipient = recipient
    this.takenAfterAll = takenAfterAll
  }
}

/** Milliseconds that a provider has for one message, from the first packet to the whole answer. */
export const sendTimeout = 5_000
/** Milliseconds until which a late answer is listened for. */
export const lateTimeout = 30_000

/** Waits no longer than `timeout` for the answer, which may still come afterwards. */
export const withTimeout = (sending: Promise<void>, timeout: number): Promise<void> =>
  withinTime(sending, timeout, () => {
    const takenAfterAll = sending.then(
      () => true,
      () => false,
    )
    return new SmsFailure('短信服务商没有在限定时间内应答，短信可能已经送达', true, { takenAfterAll })
  })

/** Reports whether an error says that there was no connection by which the message could have left. */
function isUnconnected(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(`${code} ${message}`)
}

/** A connection that broke tells nothing of the message, and no answer follows. */
export const brokenOff = (provider: string, error: unknown): SmsFailure =>
  new SmsFailure(`${provider} 没有应答`, true, isUnconnected(error) ? {} : { takenAfterAll: Promise.resolve(false) })

/** The endpoint setting may carry a scheme; without one it is https. */
export function splitEndpoint(setting: string): { protocol: 'http' | 'https'; endpoint: string } {
  const [, scheme, endpoint = ''] = /^(?:(https?):\/\/)?([^/]+)/.exec(setting) ?? []
  return { protocol: scheme === 'http' ? 'http' : 'https', endpoint }
}
