import { paths } from '#contract/paths.ts'
import type { Role } from './session.ts'

/** The roles that may open the console. */
const consoleRoles: readonly Role[] = ['admin']

const tokenPages = [paths.test, paths.personalDetails, paths.buySuccess, paths.buyFailed]
const realname = /^\/realname\/(yes|no)\/?$/
const within = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

type Access = 'public' | 'token' | 'console'

/** A path that is no page of the app is a public document; this includes the 404. */
export function accessOf(path: string): Access {
  if (within(path, paths.control)) return 'console'
  const plain = path.replace(/(.)\/$/, '$1')
  return realname.test(path) || tokenPages.some(page => page === plain) ? 'token' : 'public'
}

/**
 * Returns the address to redirect a navigation to, or undefined to let it through. The order of the checks matters:
 * public pages, then the token, then the role.
 */
export function guard(path: string, { token, role }: { token: string; role: Role }): string | undefined {
  const access = accessOf(path)
  if (access === 'public') return undefined
  if (!token) return paths.home
  if (access === 'token') return undefined
  return consoleRoles.includes(role) ? undefined : paths.personalDetails
}
