import { removeFolder, startProcess } from '#server/testing/portal-process.ts'
import { desktopHost, mobileHost } from './mobile-hosts.ts'

/**
 * Runs the portal that all browser tests share, on data of its own, which is removed with it. Playwright starts and
 * ends this.
 */
const { PORT = '', DATA_DIR = '' } = process.env
const portal = await startProcess({
  dataDir: DATA_DIR,
  port: Number(PORT),
  // The first start on a fresh clone builds the pages.
  timeout: 180_000,
  // Each test is a visitor with its own address, because all tests together send more requests than the portal allows one address
  // an hour.
  environment: { TRUST_PROXY: '127.0.0.1', MOBILE_HOSTS: `${desktopHost(PORT)}=${mobileHost(PORT)}` },
})

async function stop() {
  await portal.stop()
  if (portal.output().includes('"level":50')) console.error(portal.output())
  await removeFolder(DATA_DIR)
  process.exit()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
