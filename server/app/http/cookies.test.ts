import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { type Config, readConfig } from '#server/core/config.ts'
import type { CookieName } from '#server/engines/context.ts'
import { production } from '#server/testing/production.ts'
import { cookieOf, setCookie } from './cookies.ts'

const real = readConfig(production)
const demo = readConfig({})

function headerOf(config: Config, name: CookieName, value: string | undefined): string {
  let header = ''
  // Stand-ins: the functions use nothing else of a request and a reply.
  setCookie({ header: (_: string, text: string) => (header = text) } as unknown as FastifyReply, config, name, value)
  return header
}
const read = (config: Config, cookie: string, name: CookieName) =>
  cookieOf({ headers: { cookie } } as unknown as FastifyRequest, config, name)

test('with HTTPS cookies have the __Host- prefix, which binds them to the host', () => {
  expect(headerOf(real, 'device', 'x')).toBe(
    '__Host-device=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000; Secure',
  )
  expect(headerOf(demo, 'device', 'x')).toBe('device=x; Path=/; HttpOnly; SameSite=Lax; Max-Age=15552000')
  expect(headerOf(real, 'operator', 'x')).toBe('__Host-operator=x; Path=/; HttpOnly; SameSite=Strict; Secure')
  expect(headerOf(demo, 'operator', undefined)).toBe('operator=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0')
})

test('with HTTPS only prefixed cookies are read, as a sibling host could set others', () => {
  expect(read(real, 'device=planted; a=b; __Host-device=own', 'device')).toBe('own')
  expect(read(real, 'device=planted', 'device')).toBeUndefined()
  expect(read(real, 'operator=planted', 'operator')).toBeUndefined()
  expect(read(demo, 'operator=o; device=own', 'device')).toBe('own')
})
