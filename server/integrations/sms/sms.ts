/** One short message. `parameters` are what the provider's template takes, by name and in order. */
export interface ShortMessage {
  phone: string
  /** `code` uses the code template, everything else the notice template. */
  template: 'code' | 'notice'
  /** Why it is sent: register, forgotpwd, changephone, verification, … */
  purpose: string
  parameters: Record<string, string>
  /** The whole text as a person reads it; what the outbox shows. */
  text: string
  /** Goes through the queue and then to nobody, so that asking for an unknown phone costs and shows the same. */
  silent?: boolean
}

/** The provider took the message, or the promise rejects with SmsFailure. */
export interface SmsSender {
  /** `messageId` is ours: sending again under the same one is the same message, and the provider's records name it. */
  send(message: ShortMessage, messageId: string): Promise<void>
}

export class SmsFailure extends Error {
  /** Whether sending the same again may work: a network fault may, a refused number won't. */
  readonly retry: boolean
  /** `message` is logged and kept: no phone, no code, and no cause that may hold them. */
  constructor(message: string, retry: boolean) {
    super(message)
    this.retry = retry
  }
}

/** Milliseconds a provider has for one message, from the first packet to the whole answer. */
export const sendTimeout = 5_000

/** The SDKs limit the wait for a connection and for a packet, each on its own; this limits the whole. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SmsFailure('短信服务商没有在限定时间内应答', true)), sendTimeout)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** The endpoint setting may carry a scheme; without one it is https. */
export function splitEndpoint(setting: string): { protocol: 'http' | 'https'; endpoint: string } {
  const [, scheme, endpoint = ''] = /^(?:(https?):\/\/)?([^/]+)/.exec(setting) ?? []
  return { protocol: scheme === 'http' ? 'http' : 'https', endpoint }
}
