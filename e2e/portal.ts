import { removeFolder, startProcess } from '../server/testing/portal-process.ts'

/** The portal that all browser tests share, on data of its own, which goes with it. Playwright starts and ends this. */
const { PORT = '', DATA_DIR = '' } = process.env
const portal = await startProcess({
  dataDir: DATA_DIR,
  port: Number(PORT),
  // The first start on a fresh clone builds the pages.
  patience: 180_000,
  // Each test is a visitor of its own address: what the portal allows one address an hour is less than all tests ask.
  environment: { TRUST_PROXY: '127.0.0.1' },
})

async function stop() {
  await portal.stop()
  if (portal.output().includes('"level":50')) console.error(portal.output())
  await removeFolder(DATA_DIR)
  process.exit()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
