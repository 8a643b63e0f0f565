import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserFlags, findBrowser } from '../e2e/browser.ts'

export async function withBrowser<Result>(flags: string[], work: (browser: Browser) => Promise<Result>) {
  const browser = await chromium.launch({ executablePath: findBrowser(), args: [...browserFlags, ...flags] })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

interface Received {
  url: string
  type: string
  /** Bytes on the wire, headers included. */
  bytes: number
  /** Seconds on the browser's clock. */
  at: number
}

/** Records the responses that a page receives from now on. */
export async function watchTransfer(page: Page): Promise<{ cdp: CDPSession; received: Received[] }> {
  const cdp = await page.context().newCDPSession(page)
  const received: Received[] = []
  const requests = new Map<string, { url: string; type: string }>()
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other' }) =>
    requests.set(requestId, { url: request.url, type }),
  )
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const request = requests.get(requestId)
    if (request) received.push({ ...request, bytes: encodedDataLength, at: timestamp })
  })
  await cdp.send('Network.enable')
  return { cdp, received }
}

/** Lighthouse's `mobileSlow4G` as a browser throttles it: the bytes before the first paint depend on it. */
export const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}

export const kilobytes = (received: Received[]) => received.reduce((sum, { bytes }) => sum + bytes, 0) / 1000

export const isScriptOrStyle = ({ type }: Received) => type === 'Script' || type === 'Stylesheet'

export const listed = (received: Received[]) =>
  [...received]
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 6)
    .map(({ url, bytes }) => `${new URL(url).pathname.split('/').at(-1) || '/'} ${(bytes / 1000).toFixed(1)}`)
    .join(', ')
