import { accessOf } from './guard.ts'
import { read, remove, tabKeys, write } from './storage.ts'

// The address stays in this tab's storage and is never part of a link, so that others cannot choose where a login leads.

/** Keeps the address that needs a login, for the login that follows in this tab. */
export const keepWanted = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>) =>
  write(tabKeys.target, pathname + search + hash, 'session')

/** Returns the address to open after the login, if it is a page of this portal that needs one. */
export function wantedAddress(origin = location.origin): string | undefined {
  const url = URL.parse(read(tabKeys.target, 'session') ?? '', origin)
  if (!url || url.origin !== origin || accessOf(url.pathname) === 'public') return undefined
  return url.pathname + url.search + url.hash
}

export const forgetWanted = () => remove([tabKeys.target], 'session')
