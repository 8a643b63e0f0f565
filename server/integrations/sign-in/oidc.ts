import { createHash } from 'node:crypto'
import type * as Client from 'openid-client'
import { lazy } from '#server/core/lazy.ts'
import { judgedFetch, OutboundTrouble } from '#server/integrations/outbound/judged-fetch.ts'
import {
  type Identity,
  type Outside,
  type ProviderSettings,
  ProviderTrouble,
  type SignInProvider,
  SignInRefused,
} from './provider.ts'

/** It takes some milliseconds to load, which starting the portal need not wait for. */
const library = lazy(() => import('openid-client'))

/** Milliseconds for which what the provider has published about itself is kept, its keys among it. */
const kept = 10 * 60_000
const mostKept = 200
const configurations = new Map<string, { until: number; configuration: Promise<Client.Configuration> }>()

/**
 * Reads what the provider publishes about itself. The library holds the document to the issuer that was asked for, and
 * keeps the keys beside it, which it reads anew at most once a minute when a signature names an unknown one.
 */
async function configurationOf(settings: ProviderSettings, outside: Outside): Promise<Client.Configuration> {
  const { issuer, clientId, secret } = settings
  const name = createHash('sha256')
    .update(JSON.stringify([issuer, clientId, secret]))
    .digest('base64url')
  const present = configurations.get(name)
  if (present && present.until > Date.now()) return present.configuration
  if (configurations.size >= mostKept) configurations.clear()
  const configuration = discover(settings, outside)
  configurations.set(name, { until: Date.now() + kept, configuration })
  // The next sign-in tries a failed discovery anew.
  configuration.catch(() => configurations.delete(name))
  return configuration
}

async function discover({ issuer, clientId, secret }: ProviderSettings, { allowPrivate }: Outside) {
  const client = await library()
  const ask: Client.CustomFetch = (url, { method, headers, body }) =>
    judgedFetch(
      url,
      { method, headers, body: body === undefined || body === null ? undefined : String(body) },
      { allowPrivate },
    )
  const found = await client.discovery(new URL(issuer), clientId, secret, undefined, {
    [client.customFetch]: ask,
    ...(allowPrivate && { execute: [client.allowInsecureRequests] }),
  })
  // The signature of the ID token is checked as well, although it comes over TLS.
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
 * Reports whether a mail address counts as the person's: some providers write the claim as text, some leave it out, as their
 * administrators give out the addresses. The address only shows that somebody belongs to the company, whose own settings name the
 * provider; whose account it is the person's own login says.
 */
const isOwned = (verified: unknown): boolean => verified === undefined || verified === true || verified === 'true'

/** Distinguishes a person who was refused from a provider that is in trouble. */
function judgedOf(client: typeof Client, error: unknown): Error {
  if (error instanceof client.AuthorizationResponseError)
    return new SignInRefused(error.error === 'access_denied' ? '登录被取消' : printable(error.error))
  if (error instanceof client.ResponseBodyError && error.error === 'invalid_grant')
    return new SignInRefused('授权码已失效，请重新开始')
  return troubleOf(error)
}

/** The library's errors hold answers of the provider, of which only the code of the error is shown. */
function troubleOf(error: unknown): ProviderTrouble {
  const { error: code, cause, code: kind } = error as { error?: unknown; cause?: unknown; code?: unknown }
  const trouble = error instanceof OutboundTrouble ? error : cause instanceof OutboundTrouble ? cause : undefined
  if (trouble) return new ProviderTrouble(trouble.message)
  if (typeof code === 'string') return new ProviderTrouble(printable(code))
  return new ProviderTrouble(`应答不符合 OpenID Connect（${typeof kind === 'string' ? printable(kind) : '无法识别'}）`)
}

const printable = (code: string) => code.replace(/[^\w.-]/g, ' ').slice(0, 60)
