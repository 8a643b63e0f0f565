/** Makes an idempotency key. Unlike randomUUID it needs no secure context: the portal may be served without TLS. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
