import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'
import { onTestFinished } from 'vitest'

interface Client {
  clientId: string
  secret: string
  callback: string
}

export interface Claims {
  email?: string
  email_verified?: unknown
  name?: string
}

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const keyUse = { use: 'sig', alg: 'RS256', kid: 'test' }

/**
 * Runs a certified OpenID provider locally. It requires PKCE and signs in whomever the test names, once for each attempt: `logIn`
 * follows it as a browser does and returns what the provider adds to the callback.
 */
export async function oidcCounterpart({ clientId, secret, callback }: Client) {
  const people = new Map<string, Claims>()
  let present = ''
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = newKeys()
  let published: object | undefined
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: secret, redirect_uris: [callback] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), ...keyUse }] },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...people.get(sub) }) }),
    async loadExistingGrant(context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
      const { client, session } = context.oidc
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (published && request.url === '/jwks') {
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' })
      return response.end(JSON.stringify({ keys: [published] }))
    }
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const result = present ? { login: { accountId: present } } : { error: 'access_denied' }
    void provider.interactionFinished(request, response, result)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  async function logIn(url: string, sub: string): Promise<Record<string, string>> {
    present = sub
    const cookies = new Map<string, string>()
    for (let at = new URL(url); ; ) {
      if (at.href.startsWith(callback)) return Object.fromEntries(at.searchParams)
      const headers = { cookie: [...cookies].map(each => each.join('=')).join('; ') }
      const response = await fetch(at, { redirect: 'manual', headers })
      for (const set of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
        cookies.set(name, value)
      }
      const location = response.headers.get('location')
      if (!location) throw new Error(`${response.status} ${await response.text()}`)
      at = new URL(location, at)
    }
  }

  /** Makes all further signatures fail against the published key. */
  const publishOtherKeys = () => {
    published = { ...newKeys().publicKey.export({ format: 'jwk' }), ...keyUse }
  }

  return { issuer, people, logIn, publishOtherKeys }
}
