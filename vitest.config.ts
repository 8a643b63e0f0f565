import { defineConfig } from 'vitest/config'

const shared = {
  pool: 'forks',
  setupFiles: 'server/testing/no-network.ts',
  // Many times what they take on an idle machine: a limit is there to end what hangs, and a busy machine must not turn it red.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
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
        },
      },
    ],
  },
})
