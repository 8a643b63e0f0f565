import { paths } from '#contract/paths.ts'
import { plainPath } from './plain-path.ts'

export type Role = 'admin' | 'user'

const consoleRoles: readonly Role[] = ['admin']

const tokenPages = [paths.test, paths.personalDetails, paths.buySuccess, paths.buyFailed]
const tokenPaths = [...tokenPages, paths.realname('yes'), paths.realname('no')].map(plainPath)
const within = (path: string, parent: string) => path === parent || path.startsWith(`${parent}/`)

type Access = 'public' | 'token' | 'console'

/** A path that is not a page of the app is a public document; this includes the 404. */
export function accessOf(path: string): Access {
  const plain = plainPath(path)
  if (within(plain, paths.control)) return 'console'
  return tokenPaths.includes(plain) ? 'token' : 'public'
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
