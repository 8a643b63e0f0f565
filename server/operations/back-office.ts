import type { FastifyInstance } from 'fastify'
import { calls } from '../http/calls.ts'
import { Refusal } from '../http/envelope.ts'
import type { Services } from '../services.ts'
import { isAllowed } from './addresses.ts'
import { operationsHalf } from './half.ts'
import { operationHandlers } from './handlers.ts'

/** The back office's calls, below /api/operations; its page is one of the shells of server/site/app-shell.ts. */
export async function backOffice(app: FastifyInstance, { services }: { services: Services }) {
  const { operationsAddresses } = services.config
  app.addHook('onRequest', async request => {
    // As if there were none.
    if (!isAllowed(operationsAddresses, request.ip.replace(/^::ffff:/, ''))) throw new Refusal(404)
  })
  await calls(app, operationsHalf(services, operationHandlers))
}
