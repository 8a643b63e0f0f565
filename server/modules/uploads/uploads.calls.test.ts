import sharp from 'sharp'
import { expect, test } from 'vitest'
import { contract, type OutputOf } from '#contract/index.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const account = await portal.make.account()
const sid = await portal.make.session(account)
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1257ff' } })
  .jpeg()
  .toBuffer()

async function send(fields: Record<string, string>, file?: { content: Buffer; name: string }) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file)
    form.append('file', new Blob([new Uint8Array(file.content)], { type: 'application/x-msdownload' }), file.name)
  const encoded = new Response(form)
  const { status, body } = await portal.post(contract.uploadFile.path, Buffer.from(await encoded.arrayBuffer()), {
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  })
  return { status, ...(JSON.parse(body) as { code: number; msg: string; data: OutputOf<'uploadFile'> }) }
}

test('a file is uploaded with a sid and read back by its URL', async () => {
  const { code, data } = await send({ sid, purpose: 'licence' }, { content: picture, name: '营业执照.jpg' })
  expect([code, data.content_type]).toEqual([200, 'image/jpeg'])
  const answer = await portal.app.inject({ url: data.url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/jpeg'])
  expect(answer.rawPayload.length).toBe(data.size)
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent('营业执照.jpg'))
})

test('an upload without a session, a purpose or a file is refused', async () => {
  const file = { content: picture, name: 'a.jpg' }
  expect(await send({ purpose: 'licence' }, file)).toMatchObject({ code: -41003, data: 'sid' })
  expect(await send({ sid: 'x'.repeat(43), purpose: 'licence' }, file)).toMatchObject({ code: -41004 })
  expect(await send({ sid, purpose: 'avatar' }, file)).toMatchObject({ code: -41003, data: 'purpose' })
  expect(await send({ sid, purpose: 'licence' })).toMatchObject({ code: -41003, data: 'file' })
})

test('a file over eight megabytes or not a picture is refused with its code', async () => {
  const large = { content: Buffer.alloc(9 * 1024 * 1024, 1), name: 'a.jpg' }
  expect(await send({ sid, purpose: 'licence' }, large)).toMatchObject({ code: -45002, data: 8 })
  const script = { content: Buffer.from('<script>'), name: 'a.jpg' }
  expect(await send({ sid, purpose: 'licence' }, script)).toMatchObject({ code: -45001 })
})
