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
 * neither the history nor a reload holds them. It is `elsewhere` where this tab has not begun it: applications of phones come back in
 * another tab.
 */
export function takeAnswer(
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
