import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#contract/operations/index.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, post, system } = portal
const { token } = await make.operator('content')
const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#1257ff' } })

async function send(content: Buffer, name = '截图.png') {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(content)]), name)
  const request = new Request('http://portal', { method: 'POST', body })
  const answer = await post(
    `/operations${operations.uploadArticleImage.path}`,
    Buffer.from(await request.arrayBuffer()),
    {
      headers: {
        'content-type': request.headers.get('content-type') ?? '',
        authorization: 'operations-web 1201',
        cookie: `operator=${token}`,
      },
    },
  )
  return JSON.parse(answer.body) as { code: number; data: { url: string; size: number } }
}
const get = (url: string) => portal.app.inject({ url })

test('a picture is re-encoded under a new name, public and cacheable', async () => {
  const sent = Buffer.concat([await picture.png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
  const { code, data } = await send(sent, '../../a.html')
  expect(code).toBe(200)
  expect(data.url).toMatch(/^\/images\/[0-9a-f-]{36}\.png$/)
  const shown = await get(data.url)
  expect(shown.statusCode).toBe(200)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(shown.rawPayload.includes('script')).toBe(false)
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 60, height: 40 })
  const id = data.url.slice(8, 44)
  const audited = z.object({ action: z.string() })
  expect(await system.rows(audited)`select action from audit_entry where target = ${`file:${id}`}`).toEqual([
    { action: 'image.uploaded' },
  ])
  // Each picture has exactly one URL.
  expect((await get(data.url.replace('.png', '.jpg'))).statusCode).toBe(404)
})

test('a file that is not a valid picture is refused by its content', async () => {
  expect((await send(Buffer.from('<svg onload="alert(1)"/>'), 'a.png')).code).toBe(-53708)
  expect((await send(Buffer.from('%PDF-1.7'), 'a.png')).code).toBe(-53708)
  expect((await send((await picture.png().toBuffer()).subarray(0, 60))).code).toBe(-45003)
})

test('no other stored file is served at a public image address', async () => {
  const { id } = await make.storedFile({ purpose: 'licence' })
  expect((await get(`/images/${id}.png`)).statusCode).toBe(404)
})
