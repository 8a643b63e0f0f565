import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'
import pg from 'pg'
import type { ReferenceSettings } from './reference.ts'

/**
 * The reference does the minimum: plain Fastify, a file by @fastify/static, named statements by pg. It has no contract, checks,
 * limits, headers or logs. Its statements are the portal's own, captured by list-call.ts.
 */
const [line] = (await once(createInterface(process.stdin), 'line')) as [string]
const { staticRoot, databaseUrl, session, profile, list, row, orders } = JSON.parse(line) as ReferenceSettings

const app = Fastify()
await app.register(fastifyStatic, { root: staticRoot, preCompressed: true, cacheControl: false })

const pool = new pg.Pool({ connectionString: databaseUrl, max: 8, idleTimeoutMillis: 0 })
pool.on('error', () => {})
interface Called {
  Body: { sid: string }
}
async function findSession(sid: string): Promise<Record<string, unknown>> {
  const sidHash = createHash('sha256').update(sid).digest()
  const { rows } = await pool.query({ name: 'session', text: session, values: [sidHash] })
  return rows[0]
}
app.post<Called>('/profile', async ({ body }) => {
  const found = await findSession(body.sid)
  const { rows } = await pool.query({ name: 'profile', text: profile, values: [found[row]] })
  return { code: 200, msg: '成功', data: rows[0] }
})
app.post<Called>('/list', async ({ body }) => {
  const found = await findSession(body.sid)
  const { rows } = await pool.query({ name: 'list', text: list, values: [found[row]] })
  return { code: 200, msg: '成功', data: { list: rows, total: rows.length } }
})
app.post<Called>('/orders', async ({ body }) => {
  await findSession(body.sid)
  const { rows } = await pool.query({ name: 'orders', ...orders })
  return { code: 200, msg: '成功', data: { list: rows, total: rows.length } }
})

const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url })}\n`)
