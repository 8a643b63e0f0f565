import type { FastifyInstance } from 'fastify'
import { calls } from '#server/app/http/calls.ts'
import { isAllowed } from '#server/core/allowed-addresses.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/engines/services.ts'
import { deferredOperations } from './approvals.ts'
import { operationHandlers } from './handlers.ts'
import { operationsApi } from './operations-api.ts'

/**
 * Registers the back office's calls, below /api/operations; its page is one of the shells of
 * server/app/site/app-shell.ts.
 */
export async function backOffice(app: FastifyInstance, { services }: { services: Services }) {
  const { operationsAddresses } = services.config
  app.addHook('onRequest', async request => {
    // Answer as if there were no back office.
    if (!isAllowed(operationsAddresses, request.ip.replace(/^::ffff:/, ''))) throw new Refusal(404)
  })
  await calls(app, operationsApi(services, operationHandlers, deferredOperations))
}
