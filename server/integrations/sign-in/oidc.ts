import { createHash } from 'node:crypto'
import type * as Client from 'openid-client'
import { lazy } from '#server/core/lazy.ts'
import { guardedFetch, OutboundTrouble } from '#server/integrations/outbound/guarded-fetch.ts'
import {
  type Identity,
  type Outside,
  type ProviderSettings,
  ProviderTrouble,
  type SignInProvider,
  SignInRefused,
} from './provider.ts'

/** Loading takes some milliseconds, which the start of the portal need not wait for. */
const library = lazy(() => import('openid-client'))

/** Milliseconds for which the provider's published metadata is cached, including its keys. */
const kept = 10 * 60_000
const maxKept = 200
const configurations = new Map<string, { until: number; configuration: Promise<Client.Configuration> }>()

/**
 * Reads the provider's published metadata. The library checks that the document belongs to the requested issuer, and caches the
 * keys with it, which it reads again at most once a minute if a signature names an unknown one.
 */
async function configurationOf(settings: ProviderSettings, outside: Outside): Promise<Client.Configuration> {
  const { issuer, clientId, secret } = settings
  const name = createHash('sha256')
    .update(JSON.stringify([issuer, clientId, secret]))
    .digest('base64url')
  const present = configurations.get(name)
  if (present && present.until > Date.now()) return present.configuration
  if (configurations.size >= maxKept) configurations.clear()
  const configuration = discover(settings, outside)
  configurations.set(name, { until: Date.now() + kept, configuration })
  // The next sign-in retries a failed discovery.
  configuration.catch(() => configurations.delete(name))
  return configuration
}

async function discover({ issuer, clientId, secret }: ProviderSettings, { allowPrivate }: Outside) {
  const client = await library()
  const ask: Client.CustomFetch = (url, { method, headers, body }) =>
    guardedFetch(
      url,
      { method, headers, body: body === undefined || body === null ? undefined : String(body) },
      { allowPrivate },
    )
  const found = await client.discovery(new URL(issuer), clientId, secret, undefined, {
    [client.customFetch]: ask,
    ...(allowPrivate && { execute: [client.allowInsecureRequests] }),
  })
  // The ID token's signature is verified, although the token comes over TLS.
  client.enableNonRepudiationChecks(found)
  return found
}

/** Sign-in by OpenID Connect: the code flow with PKCE, state and nonce. */
export const createOidc = (settings: ProviderSettings, outside: Outside): SignInProvider => ({
  async begin({ state, nonce, verifier, callback }) {
    const client = await library()
    const configuration = await configurationOf(settings, outside).catch(problem => {
      throw troubleOf(problem)
    })
    return client.buildAuthorizationUrl(configuration, {
      redirect_uri: callback,
      scope: 'openid profile email',
      response_type: 'code',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href
  },

  async complete({ state, nonce, verifier, callback }, parameters): Promise<Identity> {
    const client = await library()
    try {
      const configuration = await configurationOf(settings, outside)
      const address = new URL(callback)
      for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new SignInRefused('应答里没有身份')
      const isToldAll = typeof claims.email === 'string'
      const allClaims =
        isToldAll || !configuration.serverMetadata().userinfo_endpoint
          ? claims
          : { ...claims, ...(await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)) }
      const { sub: subject, email, email_verified, name } = allClaims
      return {
        subject,
        name: typeof name === 'string' ? name : '',
        mail: typeof email === 'string' && isOwned(email_verified) ? email : null,
      }
    } catch (error) {
      throw error instanceof SignInRefused ? error : judgedOf(client, error)
    }
  },
})

/**
 * Reports whether a mail address counts as the person's: some providers send the claim as text, some omit it because their
 * administrators assign the addresses. The address only shows that the person belongs to the company whose settings name the
 * provider; the person's own login determines the account.
 */
const isOwned = (verified: unknown): boolean => verified === undefined || verified === true || verified === 'true'

/** Distinguishes a refused person from a provider in trouble. */
function judgedOf(client: typeof Client, error: unknown): Error {
  if (error instanceof client.AuthorizationResponseError)
    return new SignInRefused(error.error === 'access_denied' ? '登录被取消' : printable(error.error))
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
    return new SignInRefused('授权码已失效，请重新开始')
  return troubleOf(error)
}

/** The library's errors contain the provider's answers, of which only the error code is shown. */
function troubleOf(error: unknown): ProviderTrouble {
  const { error: code, cause, code: kind } = error as { error?: unknown; cause?: unknown; code?: unknown }
  const trouble = error instanceof OutboundTrouble ? error : cause instanceof OutboundTrouble ? cause : undefined
  if (trouble) return new ProviderTrouble(trouble.message)
  if (typeof code === 'string') return new ProviderTrouble(printable(code))
  return new ProviderTrouble(`应答不符合 OpenID Connect（${typeof kind === 'string' ? printable(kind) : '无法识别'}）`)
}

const printable = (code: string) => code.replace(/[^\w.-]/g, ' ').slice(0, 60)
