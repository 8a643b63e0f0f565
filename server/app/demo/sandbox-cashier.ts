import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { hostOfAddress } from '#server/core/demo-settings.ts'
import type { Services } from '#server/engines/services.ts'
import { type DeliveryMode, deliverNotification, deliveryModes } from '#server/integrations/gateways/sandbox-notify.ts'
import { decideTrade, findTrade } from '#server/integrations/gateways/sandbox-trades.ts'
import { cashierPage, cashierStyle, unknownTradePage } from './sandbox-page.ts'

interface Route {
  Params: { outTradeNo: string }
  Body: string
}

/** Serves the demonstration's cashier, which takes no money and works without script. Registered in demo mode only. */
export async function sandboxCashier(app: FastifyInstance, { config, system, log, stopping }: Services) {
  if (config.mode !== 'demo') throw new Error('the sandbox pays for anybody: demo mode only')
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 1024 },
    async (_request: unknown, body: string | Buffer) => String(body),
  )
  app.addHook('onSend', async (_request, reply) => {
    reply
      .header('cache-control', 'no-store')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      )
  })

  app.get<Route>('/demo/cashier/:outTradeNo', async ({ params }, reply) => {
    const trade = known.test(params.outTradeNo) ? await findTrade(system, params.outTradeNo) : undefined
    if (!trade) return reply.code(404).type('text/html; charset=utf-8').send(unknownTradePage(config))
    return reply.type('text/html; charset=utf-8').send(cashierPage(config, trade))
  })

  app.post<Route>('/demo/cashier/:outTradeNo', async ({ params, body }, reply) => {
    const form = new URLSearchParams(typeof body === 'string' ? body : '')
    const [result, mode] = [form.get('result'), form.get('delivery') ?? 'now']
    if (!known.test(params.outTradeNo) || !isDeliveryMode(mode) || (result !== 'paid' && result !== 'failed'))
      return reply.code(400).type('text/html; charset=utf-8').send(unknownTradePage(config))
    const trade = await decideTrade(system, params.outTradeNo, result)
    // The trade has already been decided, closed or expired; the page shows which.
    if (!trade) return reply.redirect(`/demo/cashier/${params.outTradeNo}`, 303)
    const port = (app.server.address() as AddressInfo | null)?.port ?? config.port
    const address = `http://${hostOfAddress(config)}:${port}/notify/sandbox`
    deliverNotification(config, { trade, mode, address, stopping }).catch(error =>
      log.error({ err: error }, '沙箱通知未能发出'),
    )
    return reply.redirect(trade.return_path, 303)
  })

  app.get('/demo/cashier.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(cashierStyle))
}

const known = /^[A-Z0-9]{6,32}$/
const isDeliveryMode = (value: string): value is DeliveryMode => Object.hasOwn(deliveryModes, value)
