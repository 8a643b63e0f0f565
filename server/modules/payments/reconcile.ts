import { closeAttempt, type PaymentServices, queryAttempt } from './asking.ts'
import { claimUnsettled, setEnded, type Unsettled } from './payments.sql.ts'

/** Attempts queried concurrently, as each may take a gateway's whole five seconds. */
const batch = 10
/** Batches in one run: a longer backlog is worked off over several minutes. */
const batchesEachRun = 30

/**
 * Queries the gateways about attempts that stayed open, because notifications get lost or come late. A paid attempt is settled, and
 * one that may no longer be paid is closed. It runs each minute; two concurrent runs share the work.
 */
export async function reconcilePayments(services: PaymentServices, stopping: AbortSignal): Promise<void> {
  for (let round = 0; round < batchesEachRun && !stopping.aborted; round++) {
    const unsettled = await claimUnsettled(services.system, batch)
    await Promise.all(unsettled.map(payment => reconcile(services, payment)))
    if (unsettled.length < batch) return
  }
}

async function reconcile(services: PaymentServices, payment: Unsettled): Promise<void> {
  // An open attempt of an order that was paid or has ended elsewhere would be paid in vain.
  const isPayable = payment.order_state === 'pending' && !payment.expired
  const state = isPayable ? await queryAttempt(services, payment) : await closeAttempt(services, payment)
  if (state !== 'unknown' || !payment.given_up) return
  await setEnded(services.system, payment, 'closed')
  services.log.error(
    { gateway: payment.gateway, out_trade_no: payment.out_trade_no },
    '支付渠道七天没有应答，不再查询这笔支付，请人工核对',
  )
}
