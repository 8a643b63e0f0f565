import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { asSystem } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import type {
  Gateway,
  NotificationReply,
  OnlineGateway,
  PaymentNotification,
} from '#server/integrations/gateways/gateway.ts'
import { InvalidNotification } from '#server/integrations/gateways/gateway-failure.ts'
import { findByNumber, insertNotification, setEnded, setVerdict } from './payments.sql.ts'
import { type SettlingServices, settleWithin } from './settle.ts'

/** Real notifications are about 2 kB. */
const bodyLimit = 64 * 1024

/**
 * Serves the addresses at which gateways notify of payments. They are no calls of the contract, because each gateway signs and
 * expects its answer differently.
 */
export async function notifications(app: FastifyInstance, services: Services) {
  app.removeAllContentTypeParsers()
  // Signatures are computed over the raw bytes.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_request: unknown, body: Buffer) => body)
  // A gateway that is not offered gets no route.
  const offered = Object.entries(services.gateways.online) as [OnlineGateway, Gateway][]
  for (const [name, gateway] of offered)
    app.post(`/notify/${name}`, async ({ headers, body, log }, reply) => {
      const received = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
      let notification: PaymentNotification
      try {
        notification = await gateway.parseNotification(received)
      } catch (error) {
        // Gateways send invalid ones on purpose, and strangers do too, so this is no fault of ours.
        const reason = error instanceof InvalidNotification ? error.message : '内容无法识别'
        log.warn({ gateway: name, reason }, '拒绝支付通知')
        return send(reply, gateway.replies.rejected)
      }
      const taken = await asSystem(() => take({ ...services, log }, name, notification, received.body))
      return send(reply, taken ? gateway.replies.accepted : gateway.replies.rejected)
    })
}

const send = (reply: FastifyReply, { status, type, body }: NotificationReply) =>
  reply.code(status).header('cache-control', 'no-store').type(type).send(body)

/** Returns whether the gateway may stop sending it. A fault throws, so the answer is 500 and the gateway sends it again. */
async function take(
  services: SettlingServices,
  name: OnlineGateway,
  notification: PaymentNotification,
  body: Buffer,
): Promise<boolean> {
  if (notification.kind === 'other') return true
  const digest = createHash('sha256').update(`${name}\n`).update(body).digest()
  const outTradeNo = notification.kind === 'paid' ? notification.payment.outTradeNo : notification.outTradeNo
  return services.system.transaction(async transaction => {
    // A concurrent copy of the same bytes waits here for the first.
    if (!(await insertNotification(transaction, name, digest, outTradeNo))) return true
    if (notification.kind === 'failed') {
      const payment = await findByNumber(transaction, outTradeNo)
      // Only an open attempt may fail: a paid one stays paid, in whatever order notifications arrive.
      if (payment?.gateway === name) await setEnded(transaction, payment, 'failed')
      await setVerdict(transaction, digest, payment ? 'failed' : 'unknown', null)
      return true
    }
    const verdict = await settleWithin(transaction, services, { gateway: name, ...notification.payment })
    await setVerdict(transaction, digest, verdict, notification.payment.amount)
    // The gateway has to repeat a notification of an unknown payment, because its row may come back with a backup.
    return verdict !== 'unknown'
  })
}
