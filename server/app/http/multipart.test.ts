import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { testPortal } from '#server/testing/portal.ts'
import { readForm } from './multipart.ts'

const portal = await testPortal()
await portal.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = portal.app.server.address() as AddressInfo
const account = await portal.make.account()
const sid = await portal.make.session(account)

const boundary = 'form-boundary'
const field = (name: string, value: string) =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n`
// The parser searches the end of each chunk for a boundary.
const fileBegins = fileHead + 'x'.repeat(200)
const end = `\r\n--${boundary}--\r\n`
const megabyte = Buffer.alloc(1024 * 1024, 1)

interface To {
  port: number
  path: string
  agent?: Agent
}
const upload: To = { port, path: `/api${contract.uploadFile.path}` }

/** Opens a form that stays open while the test writes to it. */
function open(beginning: string, to = upload): ClientRequest {
  const sent = request({
    ...to,
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  sent.on('error', () => {})
  sent.write(beginning)
  return sent
}

async function answerOf(sent: ClientRequest, patience = 5_000) {
  const [response] = await once(sent, 'response', { signal: AbortSignal.timeout(patience) })
  let text = ''
  for await (const part of response) text += part
  return JSON.parse(text) as { code: number; msg: string; data: unknown }
}

/** A client that keeps sending regardless of the answer; `megabytes` counts until the connection is closed, or reaches 64. */
async function sendOn(beginning: string, to = upload) {
  const socket = connect(to.port, '127.0.0.1')
  socket.on('error', () => {})
  let heard = ''
  socket.on('data', chunk => {
    heard += chunk
  })
  socket.write(
    `POST ${to.path} HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=${boundary}\r\ncontent-length: 999999999\r\n\r\n${beginning}`,
  )
  const cut = once(socket, 'close').catch(() => {})
  let megabytes = 0
  for (; megabytes < 64 && !socket.destroyed; megabytes++)
    if (!socket.write(megabyte)) await Promise.race([once(socket, 'drain').catch(() => {}), cut])
  socket.destroy()
  return { megabytes, heard }
}

test('an upload without a session is refused before the file arrives, and cut off if it goes on', async () => {
  const beginning = field('purpose', 'licence') + field('sid', 'x'.repeat(43)) + fileBegins
  const sent = open(beginning)
  expect(await answerOf(sent)).toMatchObject({ code: -41004 })
  sent.destroy()
  const { megabytes, heard } = await sendOn(beginning)
  expect(heard).toContain('-41004')
  expect(megabytes).toBeLessThan(40)
})

test('a file field before the sid is refused at once, saying where the sid belongs', async () => {
  const sent = open(field('purpose', 'licence') + fileBegins)
  const { code, msg, data } = await answerOf(sent)
  expect([code, msg, data]).toEqual([-41003, '缺少参数 sid，它须在文件之前', 'sid'])
  sent.destroy()
})

test('other invalid fields and missing rights are answered before the file arrives', async () => {
  const known = open(field('sid', sid) + field('purpose', 'avatar') + fileBegins)
  expect(await answerOf(known)).toMatchObject({ code: -41003, data: 'purpose' })
  known.destroy()
  // This person manages no company.
  const path = `/api${contract.previewEmployeeImport.path}`
  const ordinary = open(field('sid', sid) + fileBegins, { port, path })
  expect(await answerOf(ordinary)).toMatchObject({ code: -41017 })
  ordinary.destroy()
})

test('a refused form that is read to its end keeps its connection usable', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  afterAll(() => agent.destroy())
  const beginning = field('sid', 'x'.repeat(43)) + field('purpose', 'licence') + fileBegins
  const first = open(beginning, { ...upload, agent })
  const answered = answerOf(first)
  first.end(Buffer.concat([megabyte, megabyte, megabyte, Buffer.from(end)]))
  expect(await answered).toMatchObject({ code: -41004 })
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer()
  const second = open(field('sid', sid) + field('purpose', 'licence') + fileHead, { ...upload, agent })
  second.end(Buffer.concat([picture, Buffer.from(end)]))
  expect(await answerOf(second)).toMatchObject({ code: 200 })
  expect(second.reusedSocket).toBe(true)
})

test('at most four files per person are held in memory, and a finished one makes room', async () => {
  const beginning = field('sid', sid) + field('purpose', 'licence') + fileBegins
  const five = Array.from({ length: 5 }, () => open(beginning))
  const answers = five.map(sent => answerOf(sent, 20_000))
  // Four uploads wait for the rest of their files; the fifth is refused.
  const { code, msg } = await Promise.race(answers)
  expect([code, msg]).toEqual([429, '同时上传的文件过多，请等前面的上传完成'])
  const other = await portal.make.session(await portal.make.account())
  const theirs = open(field('sid', other) + field('purpose', 'licence') + fileBegins)
  theirs.end(end)
  expect(await answerOf(theirs)).toMatchObject({ code: -45001 })
  for (const sent of five) sent.end(end)
  const codes = (await Promise.all(answers)).map(answer => answer.code)
  expect(codes.sort()).toEqual([-45001, -45001, -45001, -45001, 429])
  const next = open(beginning)
  next.end(end)
  expect(await answerOf(next)).toMatchObject({ code: -45001 })
})

test('fields after the file are refused, as they could not be checked before it', async () => {
  const sent = open(field('sid', sid) + field('purpose', 'licence') + fileBegins)
  sent.end(`x\r\n${field('instance_id', '1')}--${boundary}--\r\n`)
  expect(await answerOf(sent)).toMatchObject({ code: -41003, data: 'instance_id', msg: '各参数须在文件之前' })
})

test('a form whose file does not begin, by time or bytes, has its connection closed', async () => {
  const app = Fastify()
  await app.register(multipart)
  app.post('/form', async requested => Object.keys((await readForm(requested, {}, 300)).fields).length)
  await app.listen({ port: 0, host: '127.0.0.1' })
  afterAll(() => app.close())
  const form = { port: (app.server.address() as AddressInfo).port, path: '/form' }
  const slow = open(field('purpose', 'licence'), form)
  await expect.poll(() => slow.destroyed, { timeout: 5_000 }).toBe(true)
  expect((await sendOn(`${'x'.repeat(200_000)}\r\n`, form)).megabytes).toBeLessThan(40)
  const right = open(field('purpose', 'licence') + fileBegins, form)
  right.end(`x${end}`)
  expect(await answerOf(right)).toBe(1)
})
