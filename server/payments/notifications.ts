import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  Forged,
  type Gateway,
  type GatewayAnswer,
  type OnlineGateway,
  type Told,
} from '../integrations/gateways/gateway.ts'
import type { Services } from '../services.ts'
import { findByNumber, insertNotification, setEnded, setVerdict } from './payments.sql.ts'
import { type SettlingServices, settleWithin } from './settle.ts'

/** Theirs are about 2 kB. */
const bodyLimit = 64 * 1024

/** Where gateways tell of payments: no call of the contract, each has its own way to sign and to be answered. */
export async function notifications(app: FastifyInstance, services: Services) {
  app.removeAllContentTypeParsers()
  // Signatures are over the bytes as they came.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_request: unknown, body: Buffer) => body)
  // No route for a gateway that is not offered.
  const offered = Object.entries(services.gateways.online) as [OnlineGateway, Gateway][]
  for (const [name, gateway] of offered)
    app.post(`/notify/${name}`, async ({ headers, body, log }, reply) => {
      const received = { headers, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) }
      let told: Told
      try {
        told = await gateway.readNotification(received)
      } catch (error) {
        // They send such ones on purpose, and strangers do: no fault of ours.
        const reason = error instanceof Forged ? error.message : '内容无法识别'
        log.warn({ gateway: name, reason }, '拒绝支付通知')
        return send(reply, gateway.answers.refused)
      }
      const taken = await take({ ...services, log }, name, told, received.body)
      return send(reply, taken ? gateway.answers.taken : gateway.answers.refused)
    })
}

const send = (reply: FastifyReply, { status, type, body }: GatewayAnswer) =>
  reply.code(status).header('cache-control', 'no-store').type(type).send(body)

/** Whether the gateway may stop telling it. A fault throws: it answers 500, and the gateway tells it again. */
async function take(services: SettlingServices, name: OnlineGateway, told: Told, body: Buffer): Promise<boolean> {
  if (told.kind === 'other') return true
  const digest = createHash('sha256').update(`${name}\n`).update(body).digest()
  const outTradeNo = told.kind === 'paid' ? told.paid.outTradeNo : told.outTradeNo
  return services.system.transaction(async transaction => {
    // The same bytes at once wait here for the first of them.
    if (!(await insertNotification(transaction, name, digest, outTradeNo))) return true
    if (told.kind === 'failed') {
      const payment = await findByNumber(transaction, outTradeNo)
      // Only of an attempt that is open: what has been paid stays paid, in whatever order they come.
      if (payment?.gateway === name) await setEnded(transaction, payment, 'failed')
      await setVerdict(transaction, digest, payment ? 'failed' : 'unknown', null)
      return true
    }
    const verdict = await settleWithin(transaction, services, { gateway: name, ...told.paid })
    await setVerdict(transaction, digest, verdict, told.paid.amount)
    // Of what we do not know they shall tell again: the row may come back with a backup.
    return verdict !== 'unknown'
  })
}
