import { defineConfig } from 'vitest/config'

const shared = {
  pool: 'forks',
  setupFiles: 'server/testing/no-network.ts',
  // Many times what they take on an idle machine: a limit is there to end what hangs, and a busy machine must not turn it red.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
  // As in playwright.config.ts: scripts/check.ts lists what needed another try as flaky.
  retry: process.env.CI ? 2 : 0,
  // One second is its own; a job that is waited for may take longer on a busy machine.
  expect: { poll: { timeout: 30_000, interval: 20 } },
} as const

export default defineConfig({
  test: {
    // Two cores: the database needs its share.
    maxWorkers: 2,
    passWithNoTests: true,
    projects: [
      { test: { ...shared, name: 'rules', include: ['{contract,scripts,web,bench}/**/*.test.{ts,tsx}'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{server,fuzz}/**/*.test.{ts,tsx}'],
          globalSetup: 'server/testing/database-setup.ts',
          // Loading the portal anew for each file took two fifths of the time. Its modules hold no state: replicas in one
          // process are told apart as well.
          isolate: false,
        },
      },
    ],
  },
})
