import { readJson, remove, tabKeys, write } from './storage.ts'

/** The values that this browser keeps on its way to the company's identity provider and back. */
export interface SignInWay {
  secret: string
  /** The state that the provider has to bring back. */
  state: string
}

const isWay = (value: unknown): value is SignInWay =>
  typeof value === 'object' && value !== null && 'secret' in value && 'state' in value

/** Keeps the secret in this tab and leaves for the provider. */
export function leaveForProvider({ url, secret }: { url: string; secret: string }): void {
  const state = new URL(url).searchParams.get('state') ?? ''
  write(tabKeys.signIn, JSON.stringify({ secret, state } satisfies SignInWay), 'session')
  location.assign(url)
}

/**
 * Returns what the provider has added to the address, with the secret, once: both are gone from the browser then, so that
 * neither the history nor a reload holds them.
 */
export function takeAnswer(search: string): { parameters: Record<string, string>; secret: string } | undefined {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  const way = readJson(tabKeys.signIn, isWay, 'session')
  if (!way || parameters.state !== way.state) return undefined
  remove([tabKeys.signIn], 'session')
  history.replaceState(history.state, '', location.pathname)
  return { parameters, secret: way.secret }
}
