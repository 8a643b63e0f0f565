import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { browserFlags, findBrowser } from './e2e/browser.ts'

// This file is read again by every worker; the first one's portal is everybody's.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= join(memoryFolder(), `portal-e2e-${randomUUID()}`)
const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env
const url = `http://127.0.0.1:${port}`

const browser = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: findBrowser(),
    args: browserFlags,
    // Without a locale of UTF-8 Chromium calls every download with a Chinese name "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  },
} as const

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than there are cores, because a sixth of the time goes by in waiting: 184 s instead of 225.
  workers: 3,
  // A machine that is busy for a moment must not stop a landing; what needed another try is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  // Ten times what a test takes on an idle machine: a busy one must not turn them red.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  forbidOnly: true,
  use: {
    ...browser,
    baseURL: url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Nothing to wait for between two clicks.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace takes two thirds as long again as the test: it is written when a test is tried again; by hand, `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    // Of a phone's own layout; what both have alike is looked at once.
    { name: 'narrow', use: { viewport: { width: 390, height: 844 } }, grep: /@narrow/ },
  ],
  webServer: {
    command: `"${process.execPath}" e2e/portal.ts`,
    url: `${url}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'ignore',
    stderr: 'pipe',
    env: { PORT: String(port), DATA_DIR: dataDir ?? '' },
  },
})
