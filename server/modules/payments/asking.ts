import { asSystem } from '#server/engines/activity/context.ts'
import { outsideTurn } from '#server/engines/in-turn.ts'
import type { Services } from '#server/engines/services.ts'
import type { Gateway, TradeStatus } from '#server/integrations/gateways/gateway.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import { type Payment, setEnded } from './payments.sql.ts'
import { type SettlingServices, settlePayment } from './settle.ts'

export interface PaymentServices extends SettlingServices, Pick<Services, 'gateways'> {}

export const gatewayOf = ({ gateways }: Pick<Services, 'gateways'>, { gateway }: Pick<Payment, 'gateway'>) =>
  gateway === 'transfer' || gateway === 'balance' ? undefined : gateways.online[gateway]

/** Returns undefined when the gateway did not answer, or not as it should. The log has the reason and the request's id. */
export async function attempt<Answer>(
  { log }: Pick<PaymentServices, 'log'>,
  { gateway, out_trade_no }: Pick<Payment, 'gateway' | 'out_trade_no'>,
  what: string,
  asking: () => Promise<Answer>,
): Promise<Answer | undefined> {
  try {
    return await outsideTurn(asking)
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error
    log.error({ gateway, out_trade_no, failure: error.message }, `支付渠道未能${what}`)
    return undefined
  }
}

/** 'unknown' means that the gateway did not answer, is no longer configured, or reports a wrong amount. */
export type AttemptState = TradeStatus['state'] | 'unknown'

/** Queries the gateway about an attempt, and applies the answer. */
export async function queryAttempt(services: PaymentServices, payment: Payment): Promise<AttemptState> {
  const gateway = gatewayOf(services, payment)
  const found = gateway && (await attempt(services, payment, '应答查询', () => gateway.query(payment.out_trade_no)))
  if (!found) return 'unknown'
  if (found.state === 'paid') {
    const money = { gateway: payment.gateway, ...found.payment }
    const verdict = await asSystem(() => settlePayment(services, money))
    return verdict === 'mismatch' || verdict === 'unknown' ? 'unknown' : 'paid'
  }
  if (found.state === 'closed' || found.state === 'failed') await setEnded(services.system, payment, found.state)
  return found.state
}

/**
 * Closes an attempt, so that it can no longer be paid, or settles it when it was paid. 'absent' means that the gateway has nothing
 * to close yet. Its address may still be used until it expires, so the attempt stays open and is queried again.
 */
export async function closeAttempt(services: PaymentServices, payment: Payment): Promise<AttemptState> {
  const state = await queryAttempt(services, payment)
  const gateway = gatewayOf(services, payment)
  if (!gateway || (state !== 'open' && state !== 'absent')) return state
  const closed = await attempt(services, payment, '关闭支付', () => closing(gateway, payment))
  if (closed === 'paid') return queryAttempt(services, payment)
  if (closed === 'closed' || (closed === 'absent' && Date.parse(payment.expires_at) < Date.now())) {
    await setEnded(services.system, payment, 'closed')
    return 'closed'
  }
  return closed ?? 'unknown'
}

const closing = (gateway: Gateway, { out_trade_no }: Payment) => gateway.close(out_trade_no)
