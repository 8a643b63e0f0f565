import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto'

/** Aliyun's signature V3, ACS3-HMAC-SHA256, for RPC-style calls, whose parameters are in the query. */
const algorithm = 'ACS3-HMAC-SHA256'

export interface AccessKey {
  id: string
  secret: string
}

export interface SignedRequest {
  method: string
  url: URL
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

const sha256 = (data: string | Buffer) => hash('sha256', data, 'hex')

/** RFC 3986 leaves fewer characters unencoded than encodeURIComponent. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

function signatureOf(
  { method, url, headers, body }: SignedRequest,
  signedHeaders: readonly string[],
  { secret }: AccessKey,
): string {
  const query = [...url.searchParams].sort(([one], [other]) => (one < other ? -1 : 1))
  const canonical = [
    method,
    url.pathname,
    query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&'),
    ...signedHeaders.map(name => `${name}:${String(headers[name] ?? '').trim()}`),
    '',
    signedHeaders.join(';'),
    sha256(body),
  ].join('\n')
  return createHmac('sha256', secret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex')
}

interface Action {
  action: string
  version: string
  parameters: Record<string, string>
}

/** Returns a signed POST of an action with its parameters. */
export function signAction(endpoint: string, { action, version, parameters }: Action, key: AccessKey): SignedRequest {
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  // The query must arrive as it was signed.
  url.search = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const body = Buffer.alloc(0)
  const headers: Record<string, string> = {
    host: url.host,
    'x-acs-action': action,
    'x-acs-content-sha256': sha256(body),
    'x-acs-date': new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': randomUUID(),
    'x-acs-version': version,
  }
  const signed = Object.keys(headers).sort()
  const signature = signatureOf({ method: 'POST', url, headers, body }, signed, key)
  headers.authorization = `${algorithm} Credential=${key.id},SignedHeaders=${signed.join(';')},Signature=${signature}`
  return { method: 'POST', url, headers, body }
}

const needed = ['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce', 'x-acs-version']

/** Reports whether a request is signed with the key as Aliyun requires, at most a quarter of an hour ago. */
export function isSigned(request: SignedRequest, key: AccessKey): boolean {
  const { headers, body } = request
  const [, credential, signedHeaders = '', signature = ''] =
    /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
      String(headers.authorization ?? ''),
    ) ?? []
  const signed = signedHeaders.split(';')
  if (credential !== key.id || headers['x-acs-content-sha256'] !== sha256(body)) return false
  if (!(Math.abs(Date.now() - Date.parse(String(headers['x-acs-date']))) <= 900_000)) return false
  if (!needed.every(name => signed.includes(name))) return false
  return timingSafeEqual(Buffer.from(signatureOf(request, signed, key), 'hex'), Buffer.from(signature, 'hex'))
}
