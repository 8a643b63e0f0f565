/** A request that the document sent before any script of the app had loaded. */
interface EarlyRequest {
  sentAt: number
  response: Promise<Response>
}

declare global {
  /** The requests by address and body; the shell's inline script writes them (web/site/early-script.ts). */
  var earlyRequests: Record<string, EarlyRequest> | undefined
}

/** Returns the pending answer to this request, but only once: a second caller wants a newer one. */
export function takePrefetched(url: string, body: string): EarlyRequest | undefined {
  const key = `${url} ${body}`
  const early = globalThis.earlyRequests?.[key]
  if (early) delete globalThis.earlyRequests?.[key]
  return early
}
