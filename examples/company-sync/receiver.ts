import { createServer, type IncomingMessage, type Server } from 'node:http'
import { InvalidSignature, verifyWebhook, type WebhookEvent } from '../../clients/typescript/client.ts'

/** The most bytes of a body: anybody may send, and the signature is known only at its end. */
const longest = 256 * 1024

/** Receives the portal's events and handles each once. If `handle` throws, the answer is 500, and the event comes again. */
export function receiveEvents(secret: string, handle: (event: WebhookEvent) => Promise<void>): Server {
  // A real system stores these in its database, in the transaction of the handling. Guard: an event that was not answered within
  // ten seconds comes again while it is still being handled.
  const handled = new Map<string, Promise<void>>()
  const once = (event: WebhookEvent) => {
    const handling = handled.get(event.id) ?? handle(event)
    handled.set(event.id, handling)
    return handling.catch(error => {
      handled.delete(event.id)
      throw error
    })
  }
  return createServer(async (request, response) => {
    try {
      await once(verifyWebhook(secret, request.headers, await bodyOf(request)))
      response.writeHead(204).end()
    } catch (error) {
      // A wrong secret or clock refuses every event, which would otherwise go unnoticed.
      console.error('没有收下', error)
      response.writeHead(error instanceof InvalidSignature ? 401 : 500).end()
    }
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > longest) throw new InvalidSignature('the request is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}
