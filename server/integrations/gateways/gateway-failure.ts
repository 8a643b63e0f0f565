/** The gateway refused a request, or gave no answer that can be trusted. */
export class GatewayFailure extends Error {
  /** True if a repeated request may succeed: a network fault may pass, a wrong key won't. */
  readonly retry: boolean
  /** `message` is logged, so it holds the gateway's own code and never a request with keys or people in it. */
  constructor(message: string, retry: boolean) {
    super(message)
    this.retry = retry
  }
}

/** The notification is not the gateway's, or is meant for another merchant; the message says what is wrong with it. */
export class InvalidNotification extends Error {}

/** Milliseconds that a gateway has for one answer, from the first packet to the last. */
export const gatewayTimeout = 5_000

/** The libraries limit the wait for a connection and for each packet separately; this limits the whole request. */
export async function withTimeout<Answer>(answer: Promise<Answer>, timeout: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayFailure('没有在限定时间内应答', true)), timeout)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
