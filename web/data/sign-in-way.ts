import { readJson, remove, tabKeys, write } from './storage.ts'

/** The values that this browser keeps while the user is at the company's identity provider. */
export interface PendingSignIn {
  secret: string
  /** The state that the provider has to return. */
  state: string
}

const isWay = (value: unknown): value is PendingSignIn =>
  typeof value === 'object' && value !== null && 'secret' in value && 'state' in value

/** Keeps the secret in this tab and goes to the provider. */
export function leaveForProvider({ url, secret }: { url: string; secret: string }): void {
  const state = new URL(url).searchParams.get('state') ?? ''
  write(tabKeys.signIn, JSON.stringify({ secret, state } satisfies PendingSignIn), 'session')
  location.assign(url)
}

/**
 * Returns the parameters that the provider added to the address, with the secret, once: both are then removed from the browser, so
 * that neither the history nor a reload holds them. It is `elsewhere` if another tab began it: phone apps return in a new tab.
 */
export function takeProviderAnswer(
  search: string,
): { parameters: Record<string, string>; secret: string } | 'elsewhere' | undefined {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  if (parameters.state === undefined) return undefined
  history.replaceState(history.state, '', location.pathname)
  const way = readJson(tabKeys.signIn, isWay, 'session')
  if (parameters.state !== way?.state) return 'elsewhere'
  remove([tabKeys.signIn], 'session')
  return { parameters, secret: way.secret }
}
