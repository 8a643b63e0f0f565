import { paths } from './paths.ts'
import type { Role } from './session.ts'

/** Who may be in the console. */
const consoleRoles: readonly Role[] = ['admin']

const tokenPages = [paths.test, paths.personalDetails, paths.buySuccess, paths.buyFailed]
const realname = /^\/realname\/(yes|no)\/?$/
const within = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

type Access = 'public' | 'token' | 'console'

/** What is not a page of the app is a public document, the 404 included. */
export function accessOf(path: string): Access {
  if (within(path, paths.control)) return 'console'
  const plain = path.replace(/(.)\/$/, '$1')
  return realname.test(path) || tokenPages.some(page => page === plain) ? 'token' : 'public'
}

/** Where a navigation to `path` is sent instead, or undefined when it may go on. The order matters: public pages, then the token, then the role. */
export function guard(path: string, { token, role }: { token: string; role: Role }): string | undefined {
  const access = accessOf(path)
  if (access === 'public') return undefined
  if (!token) return paths.home
  if (access === 'token') return undefined
  return consoleRoles.includes(role) ? undefined : paths.personalDetails
}
