import type { MessagePurpose } from '#contract/message-purposes.ts'
import { OutsideFailure, withinTime } from '../outside-failure.ts'

/** A text message. `parameters` fill the provider's template, by name and in order. */
export interface ShortMessage {
  phone: string
  /** `code` uses the code template, everything else the notice template. */
  template: 'code' | 'notice'
  purpose: MessagePurpose
  parameters: Record<string, string>
  /** The whole text as a person reads it, shown in the outbox. */
  text: string
  /** A silent message is queued but never sent, so that an unknown phone costs the same time and gives the same answer. */
  silent?: boolean
}

/** Sends a message: either the provider accepts it, or the promise rejects with SmsFailure. */
export interface SmsSender {
  /** `messageId` is the portal's: it appears in the provider's records, but a second message with the same id is sent again. */
  send(message: ShortMessage, messageId: string): Promise<void>
}

/** The message is logged and stored, so it holds no phone and no code, and there is no cause that might. */
export class SmsFailure extends OutsideFailure {
  /** The provider refused only this phone: it is invalid, has opted out, or got too many messages. */
  readonly recipient: boolean
  /** Set if the provider may have accepted the message despite the timeout: resolves to whether a late answer confirms it. */
  readonly lateAcceptance: Promise<boolean> | undefined
  constructor(
    message: string,
    retry: boolean,
    { recipient = false, lateAcceptance }: { recipient?: boolean; lateAcceptance?: Promise<boolean> } = {},
  ) {
    super(message, retry)
    this.recipient = recipient
    this.lateAcceptance = lateAcceptance
  }
}

/** Milliseconds that a provider has for one message, from the first packet to the whole answer. */
export const sendTimeout = 5_000
/** Milliseconds until which a late answer is listened for. */
export const lateTimeout = 30_000

/** Waits at most `timeout` for the answer, which may still arrive afterwards. */
export const withTimeout = (sending: Promise<void>, timeout: number): Promise<void> =>
  withinTime(sending, timeout, () => {
    const lateAcceptance = sending.then(
      () => true,
      () => false,
    )
    return new SmsFailure('短信服务商没有在限定时间内应答，短信可能已经送达', true, { lateAcceptance })
  })

/** Reports whether an error shows that no connection was established, so that the message cannot have been sent. */
function isUnconnected(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/.test(`${code} ${message}`)
}

/** A broken connection leaves the fate of the message unknown, and no answer follows. */
export const brokenOff = (provider: string, error: unknown): SmsFailure =>
  new SmsFailure(`${provider} 没有应答`, true, isUnconnected(error) ? {} : { lateAcceptance: Promise.resolve(false) })

/** The endpoint setting may include a scheme; the default is https. */
export function splitEndpoint(setting: string): { protocol: 'http' | 'https'; endpoint: string } {
  const [, scheme, endpoint = ''] = /^(?:(https?):\/\/)?([^/]+)/.exec(setting) ?? []
  return { protocol: scheme === 'http' ? 'http' : 'https', endpoint }
}
