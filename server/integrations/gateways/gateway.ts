import type { IncomingHttpHeaders } from 'node:http'
import type { GatewayName } from '#contract/shop.ts'

export type OnlineGateway = Exclude<GatewayName, 'transfer' | 'balance'>

export interface PaymentRequest {
  /** The portal's number, by which the gateway identifies the trade. */
  outTradeNo: string
  /** Fen. */
  amount: number
  /** A description of the purchase for the buyer. */
  subject: string
  /** The gateway takes no payment after this instant. */
  expiresAt: string
  /** The buyer returns to this page of the portal. Returning proves nothing about the payment. */
  returnPath: string
}

/** The buyer is sent to `payUrl` or scans `codeUrl`. */
export interface Checkout {
  payUrl: string | null
  codeUrl: string | null
}

export interface ConfirmedPayment {
  outTradeNo: string
  /** Fen. */
  amount: number
  /** The gateway's own number. */
  tradeNo: string
  paidAt: string
}

/** open: it may still be paid. absent: the gateway has no such trade (yet). closed, failed: it will never be paid. */
export type TradeStatus =
  | { state: 'paid'; payment: ConfirmedPayment }
  | { state: 'open' | 'absent' | 'closed' | 'failed' }

export interface RefundRequest {
  outTradeNo: string
  /** The portal's number; repeating a refund under the same number does not refund twice. */
  outRefundNo: string
  /** Fen to refund. */
  amount: number
  /** Fen of the whole payment. */
  total: number
  reason: string
}

/** sending: in progress at the gateway. absent: unknown to the gateway. failed: was tried and needs a person. */
export type RefundState = 'done' | 'sending' | 'failed' | 'absent'

/** A line of a gateway's bill: a payment, or a refund of one. */
export interface BillEntry {
  outTradeNo: string
  /** The portal's number of the refund; null for the payment itself. */
  outRefundNo: string | null
  /** The gateway's own number of the trade. */
  tradeNo: string
  /** Fen, positive for refunds as well. */
  amount: number
}

export interface IncomingNotification {
  headers: IncomingHttpHeaders
  /** The unparsed bytes, because signatures cover bytes. */
  body: Buffer
}

/** A notification whose signature and merchant have been checked. other: there is nothing to settle. */
export type PaymentNotification =
  | { kind: 'paid'; payment: ConfirmedPayment }
  | { kind: 'failed'; outTradeNo: string }
  | { kind: 'other' }

/** The gateway repeats its notification until it reads this reply. */
export interface NotificationReply {
  status: number
  type: string
  body: string
}

/** An online payment method. Every external fault is reported as GatewayFailure, within `gatewayTimeout`. */
export interface Gateway {
  name: string
  about: string
  open(request: PaymentRequest): Promise<Checkout>
  query(outTradeNo: string): Promise<TradeStatus>
  /** paid: it is too late to close. absent: there is nothing to close yet, and it can be paid until it expires. */
  close(outTradeNo: string): Promise<'closed' | 'paid' | 'absent'>
  refund(request: RefundRequest): Promise<Exclude<RefundState, 'absent'>>
  queryRefund(refund: Pick<RefundRequest, 'outTradeNo' | 'outRefundNo' | 'amount'>): Promise<RefundState>
  /**
   * Returns the payments and refunds of a day in China (YYYY-MM-DD); undefined if the gateway has no bill for the day, either
   * because nothing happened or because bills are made the next morning.
   */
  bill(day: string): Promise<BillEntry[] | undefined>
  /** Throws InvalidNotification unless the notification is valid in every respect. */
  parseNotification(incoming: IncomingNotification): Promise<PaymentNotification>
  replies: { accepted: NotificationReply; rejected: NotificationReply }
}

export interface TransferAccount {
  accountName: string
  account: string
  bank: string
  bankCode: string
}

/** The payment methods that this portal offers. */
export interface Gateways {
  online: Partial<Record<OnlineGateway, Gateway>>
  transfer: TransferAccount | undefined
}
