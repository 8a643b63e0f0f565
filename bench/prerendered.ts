import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { alternate, type Figure, median } from './figures.ts'
import { cleanLoad } from './load.ts'

const headers = { 'accept-encoding': 'br' }

/** Reads the page as compressed bytes, which `fetch` would decompress. */
function compressedPage(url: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, response => {
      if (response.statusCode !== 200 || response.headers['content-encoding'] !== 'br')
        return reject(
          new Error(
            `${url} answered ${response.statusCode}, ${response.headers['content-encoding'] ?? 'uncompressed'}`,
          ),
        )
      buffer(response).then(resolve, reject)
    })
      .on('error', reject)
      .end()
  })
}

/** Waits for the final page: the portal compresses it quickly at first, and thoroughly later. */
async function settledPage(url: string): Promise<Buffer> {
  for (let before = await compressedPage(url); ; ) {
    await sleep(1000)
    const page = await compressedPage(url)
    if (page.equals(before)) return page
    before = page
  }
}

/** Copies the landing page, compressed by the portal, into the reference's folder. */
export async function copyLandingPage(portal: { url: string }, staticRoot: string): Promise<void> {
  mkdirSync(staticRoot, { recursive: true })
  const page = await settledPage(`${portal.url}/`)
  writeFileSync(join(staticRoot, 'index.html.br'), page)
  // @fastify/static looks for the plain file as well before it decides.
  writeFileSync(join(staticRoot, 'index.html'), page)
}

export async function prerendered(
  portal: { url: string },
  reference: { url: string },
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Figure[]> {
  const page = await compressedPage(`${portal.url}/`)
  if (!page.equals(await compressedPage(`${reference.url}/`))) throw new Error('the reference serves another page')
  const side = (url: string, duration: number) => async () =>
    (await cleanLoad({ url: `${url}/`, headers, connections: 16, duration })).perSecond
  await side(portal.url, 1)()
  await side(reference.url, 1)()
  const measured = await alternate(rounds, { ours: side(portal.url, seconds), reference: side(reference.url, seconds) })
  const [ours, bare] = [median(measured.ours), median(measured.reference)]
  return [
    {
      name: 'landing page, brotli: throughput against bare @fastify/static',
      result: ours / bare,
      unit: '×',
      atLeast: 0.9,
      note: `${ours.toFixed(0)} against ${bare.toFixed(0)} per s, ${(page.length / 1000).toFixed(1)} kB each, median of ${rounds}`,
    },
  ]
}
