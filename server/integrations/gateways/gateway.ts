import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayName } from '#contract/shop.ts'

export type OnlineGateway = Exclude<GatewayName, 'transfer'>

export interface Wanted {
  /** Ours; the gateway knows the trade by it. */
  outTradeNo: string
  /** Fen. */
  amount: number
  /** What is bought, in words. */
  subject: string
  /** Nobody can pay after that. */
  expiresAt: Date
  /** The portal's page that shows the order; of no weight. */
  returnPath: string
}

/** Where the buyer goes, or what the buyer scans. */
export interface Opened {
  payUrl: string | null
  codeUrl: string | null
}

export interface Paid {
  outTradeNo: string
  /** Fen. */
  amount: number
  /** Theirs. */
  tradeNo: string
  paidAt: Date
}

/** open: may still be paid. absent: the gateway has no such trade (yet). closed, failed: will never be paid. */
export type Found = { state: 'paid'; paid: Paid } | { state: 'open' | 'absent' | 'closed' | 'failed' }

export interface RefundWanted {
  outTradeNo: string
  /** Ours; sending the same again gives nothing back a second time. */
  outRefundNo: string
  /** Fen, of a payment's whole amount. */
  amount: number
  total: number
  reason: string
}

/** sending: under way at the gateway. absent: never heard of it. failed: it was tried, and will not happen by itself. */
export type RefundState = 'done' | 'sending' | 'failed' | 'absent'

export interface Received {
  headers: IncomingHttpHeaders
  /** As it came: signatures are over bytes. */
  body: Buffer
}

/** What a notification says once its signature and everything that names the merchant agree. other: nothing to settle. */
export type Told = { kind: 'paid'; paid: Paid } | { kind: 'failed'; outTradeNo: string } | { kind: 'other' }

/** What the gateway wants to read, or it tells again. */
export interface GatewayAnswer {
  status: number
  type: string
  body: string
}

/** One way to pay online. Everything outside fails as GatewayFailure, within `gatewayTimeout`. */
export interface Gateway {
  name: string
  about: string
  open(wanted: Wanted): Promise<Opened>
  query(outTradeNo: string): Promise<Found>
  /** paid: too late, it has been paid. absent: nothing is there to close, and it may yet be paid until it expires. */
  close(outTradeNo: string): Promise<'closed' | 'paid' | 'absent'>
  refund(wanted: RefundWanted): Promise<Exclude<RefundState, 'absent'>>
  queryRefund(refund: Pick<RefundWanted, 'outTradeNo' | 'outRefundNo' | 'amount'>): Promise<RefundState>
  /** Throws Forged when anything about it is not as it should be. */
  readNotification(received: Received): Promise<Told>
  answers: { taken: GatewayAnswer; refused: GatewayAnswer }
}

export interface TransferAccount {
  accountName: string
  account: string
  bank: string
  bankCode: string
}

/** What this portal can be paid by. */
export interface Gateways {
  online: Partial<Record<OnlineGateway, Gateway>>
  transfer: TransferAccount | undefined
}

/** The gateway did not do what it was asked, or gave no answer that can be trusted. */
export class GatewayFailure extends Error {
  /** Whether asking the same again may help: a network fault may pass, a wrong key won't. */
  readonly retry: boolean
  /** `message` is logged: the gateway's own code, and no request with keys or people in it. */
  constructor(message: string, retry: boolean) {
    super(message)
    this.retry = retry
  }
}

/** A notification that is not the gateway's, or not meant for this merchant; the message says what gave it away. */
export class Forged extends Error {}

/** Milliseconds a gateway has for one answer, from the first packet to the last. */
export const gatewayTimeout = 5_000

/** The libraries limit the wait for a connection and for a packet, each on its own; this limits the whole. */
export async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new GatewayFailure('没有在限定时间内应答', true)), gatewayTimeout)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
