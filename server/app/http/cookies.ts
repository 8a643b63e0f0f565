import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/core/config.ts'
import type { CookieName } from '#server/engines/context.ts'
import { deviceDays } from '#server/modules/accounts/device-tokens.ts'

/** Browsers reject Secure cookies over plain HTTP, which the demonstration uses. */
const isSecure = ({ mode, publicUrl }: Config) => mode === 'production' || publicUrl.startsWith('https:')

const attributes: Record<CookieName, string> = {
  operator: 'Path=/; HttpOnly; SameSite=Strict',
  device: `Path=/; HttpOnly; SameSite=Lax; Max-Age=${deviceDays * 86_400}`,
}

/** The prefix keeps a sibling host from setting the cookie. It requires the path /. */
export const cookieName = (config: Config, name: CookieName): string => (isSecure(config) ? `__Host-${name}` : name)

export function cookieOf({ headers }: FastifyRequest, config: Config, name: CookieName): string | undefined {
  for (const pair of headers.cookie?.split(';') ?? []) {
    const [key, value] = pair.split('=', 2)
    if (key?.trim() === cookieName(config, name)) return value?.trim()
  }
  return undefined
}

export function setCookie(reply: FastifyReply, config: Config, name: CookieName, value: string | undefined): void {
  const secure = isSecure(config) ? '; Secure' : ''
  const removed = value === undefined ? '; Max-Age=0' : ''
  reply.header('set-cookie', `${cookieName(config, name)}=${value ?? ''}; ${attributes[name]}${secure}${removed}`)
}
