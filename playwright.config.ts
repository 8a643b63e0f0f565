import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { browserFlags, findBrowser } from './e2e/browser.ts'
import { freePort } from './server/database/embedded-postmaster.ts'

// This file is read again by every worker; the first one's portal is everybody's.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'portal-e2e-'))
const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env
const url = `http://127.0.0.1:${port}`

const browser = {
  browserName: 'chromium',
  launchOptions: { executablePath: findBrowser(), args: browserFlags },
} as const

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // Two cores, of which the portal and its database want a share.
  workers: 2,
  retries: 0,
  timeout: 30_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  forbidOnly: true,
  globalTeardown: './e2e/remove-data.ts',
  use: {
    ...browser,
    baseURL: url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    { name: 'narrow', use: { viewport: { width: 390, height: 844 } }, grepInvert: /@once/ },
  ],
  webServer: {
    command: 'npm start',
    url: `${url}/readyz`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: {
      PORT: String(port),
      DATA_DIR: dataDir ?? '',
      PORTAL_MODE: 'demo',
      LOG_LEVEL: 'warn',
      // Each test is a visitor of its own address: what the portal allows one address an hour is less than all tests ask.
      TRUST_PROXY: '127.0.0.1',
    },
  },
})
