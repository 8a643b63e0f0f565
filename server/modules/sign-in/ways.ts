import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '#contract/paths.ts'
import type { Config } from '#server/core/config.ts'
import { openWith } from '#server/core/keyring.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hashSecret } from '#server/core/secret-hash.ts'
import {
  type Identity,
  ProviderTrouble,
  type SignInProvider,
  SignInRefused,
  type Way,
} from '#server/integrations/sign-in/provider.ts'
import { createProvider } from '#server/integrations/sign-in/providers.ts'
import type { StoredProvider } from './ways.sql.ts'

const random = () => randomBytes(32).toString('base64url')

/** A state or ticket names its company, so that it is found by a key of the company. */
export const newNamed = (companyId: string): string => `${companyId}.${random()}`
export const newBrowserSecret = random

const named = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.[\w-]{43}$/
export const companyNamedBy = (text: string): string | undefined => named.exec(text)?.[1]

/** Returns the address to which the provider sends people back. */
export const callbackOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}${paths.signIn}`

/** Nonce and code verifier are derived from the secret in the browser, so that only it can come back, and neither is stored. */
export function wayOf(config: Pick<Config, 'publicUrl'>, state: string, browserSecret: string): Way {
  const derived = (use: string) => hashSecret(`${use} ${state} ${browserSecret}`).toString('base64url')
  return { state, nonce: derived('nonce'), verifier: derived('verifier'), callback: callbackOf(config) }
}

export function providerOf(config: Config, companyId: string, stored: StoredProvider): SignInProvider {
  const { kind, issuer, client_id: clientId, secret_sealed } = stored
  const secret = openWith(config, 'sign-in-secret', secret_sealed, companyId)
  return createProvider({ kind, issuer, clientId, secret }, config)
}

/** Milliseconds for all requests together. Each has a timeout of its own, and there are up to four. */
export const providerPatience = 15_000

/** Distinguishes refusals of the person from failures of the provider. */
export async function askProvider<Answer>(ask: () => Promise<Answer>, patience = providerPatience): Promise<Answer> {
  const timer = new AbortController()
  try {
    const tooLate = sleep(patience, undefined, { signal: timer.signal }).then(() => {
      throw new ProviderTrouble(`没有在 ${patience / 1000} 秒内应答`)
    })
    return await Promise.race([ask(), tooLate])
  } catch (error) {
    if (error instanceof SignInRefused) throw new Refusal(-59112, error.message)
    if (error instanceof ProviderTrouble) throw new Refusal(-59103, error.message)
    throw error
  } finally {
    timer.abort()
  }
}

/** Returns the provider's name for the person, by which people recognize themselves. */
export const shownOf = ({ name, mail, subject }: Identity): string =>
  ([name, mail].filter(Boolean).join(' ') || subject).slice(0, 200)

/** Returns the domain of a mail address, in the form in which the company proves it; undefined where it is no address. */
export const domainOf = (mail: string): string | undefined =>
  /^[^@\s]{1,64}@([^@\s]{1,253})$/.exec(mail)?.[1]?.toLowerCase()
