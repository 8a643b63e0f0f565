import { OutsideFailure, withinTime } from '../outside-failure.ts'

/** The message is logged, so it holds the gateway's own code and never a request with keys or people in it. */
export class GatewayFailure extends OutsideFailure {}

/** The notification is not the gateway's, or is meant for another merchant; the message says what is wrong with it. */
export class InvalidNotification extends Error {}

/** Milliseconds that a gateway has for one answer, from the first packet to the last. */
export const gatewayTimeout = 5_000

export const withTimeout = <Answer>(answer: Promise<Answer>, timeout: number): Promise<Answer> =>
  withinTime(answer, timeout, () => new GatewayFailure('没有在限定时间内应答', true))
