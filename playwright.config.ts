import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '#server/database/embedded-postmaster.ts'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { browserFlags, findBrowser } from './e2e/browser.ts'

// Every worker reads this file again; they all use the first one's portal.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= join(memoryFolder(), `portal-e2e-${randomUUID()}`)
const { E2E_PORT: port, E2E_DATA_DIR: dataDir } = process.env
const url = `http://127.0.0.1:${port}`

const browser = {
  browserName: 'chromium',
  launchOptions: {
    executablePath: findBrowser(),
    args: browserFlags,
    // Without a UTF-8 locale Chromium names every download with a Chinese name "download".
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  },
} as const

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // One more than there are cores, because a sixth of the time is spent waiting: 184 s instead of 225.
  workers: 3,
  // A briefly busy machine must not stop a landing; tests that needed a retry are listed as flaky.
  retries: process.env.CI ? 2 : 0,
  // Ten times what a test takes on an idle machine: a busy one must not fail them.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  forbidOnly: true,
  use: {
    ...browser,
    baseURL: url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Without animations there is nothing to wait for between two clicks.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace makes a test take two thirds longer: it is only written at a retry; by hand, `--trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } } },
    // Tests of a phone's own layout; what both layouts share is tested once.
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
