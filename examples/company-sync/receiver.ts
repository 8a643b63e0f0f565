import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { InvalidSignature, verifyWebhook, type WebhookEvent } from '../../clients/typescript/client.ts'

/** Takes the portal's events, each handled once. If `handle` throws, the answer is 500, and the event comes again. */
export function receiveEvents(secret: string, handle: (event: WebhookEvent) => Promise<void>): Server {
  // A real system keeps these in its database, in the transaction of what it does.
  const handled = new Set<string>()
  return createServer(async (request, response) => {
    try {
      const event = verifyWebhook(secret, request.headers, await text(request))
      if (!handled.has(event.id)) await handle(event)
      handled.add(event.id)
      response.writeHead(204).end()
    } catch (error) {
      response.writeHead(error instanceof InvalidSignature ? 401 : 500).end()
    }
  })
}
