import { OutsideFailure, withinTime } from '../outside-failure.ts'

/** The message is logged, so it contains the gateway's own code and never parts of a request with keys or personal data. */
export class GatewayFailure extends OutsideFailure {}

/** The notification is not from the gateway, or is meant for another merchant; the message states the problem. */
export class InvalidNotification extends Error {}

/** Milliseconds for one answer of a gateway, from the first packet to the last. */
export const gatewayTimeout = 5_000

export const withTimeout = <Answer>(answer: Promise<Answer>, timeout: number): Promise<Answer> =>
  withinTime(answer, timeout, () => new GatewayFailure('没有在限定时间内应答', true))
