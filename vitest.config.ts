import { configDefaults, defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/test-order.ts'
import { antdFrames, directImports } from './vite.antd-plugins.ts'

/**
 * A test creates many objects that the next one no longer needs. The larger the space for new objects, the less is copied out of
 * it, which takes a twentieth of the processor time.
 */
const execArgv = ['--max-semi-space-size=64']

const setupFiles = ['server/testing/no-network.ts', 'server/testing/real-time.ts']

const shared = {
  pool: 'forks',
  // The files of a project share its modules: loading the portal, or antd, again for each took two fifths of the time. They hold no
  // state that outlives a test: replicas in one process are also kept apart.
  isolate: false,
  execArgv,
  unstubGlobals: true,
  setupFiles,
  // Many times what tests take on an idle machine: a timeout is there to end what hangs, and a busy machine must not fail them.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  restoreMocks: true,
  // As in playwright.config.ts: scripts/check.ts lists tests that needed a retry as flaky.
  retry: process.env.CI ? 2 : 0,
  // The default is one second; an awaited job may take longer on a busy machine.
  expect: { poll: { timeout: 30_000, interval: 20 } },
} as const

/**
 * When the clock is shifted (`npm run check -- --later 45`): these start their own databases or read the times of files, whose
 * clocks are not shifted, or wait for a statement's end.
 */
const ownClocks = process.env.FAKETIME
  ? [
      'server/app/recovery/**',
      'server/app/checks/server.test.ts',
      'server/database/{company-role,functions,pool}.test.ts',
      'server/engines/files/drafts.test.ts',
      'server/integrations/storage/disk.test.ts',
      'scripts/build.test.ts',
    ]
  : []

const withDatabase = { ...shared, globalSetup: 'server/testing/database-setup.ts' } as const

/** These render public pages, whose JSX only Vite understands. */
const documents = [
  'fuzz/fuzz.test.ts',
  'server/app/site/**/*.test.ts',
  'server/modules/catalogue/price-page.test.ts',
  'server/modules/downloads/operations.test.ts',
  'server/modules/terms/operations.test.ts',
]

export default defineConfig({
  test: {
    // Two more than there are cores, since a quarter of the time is spent waiting for timers, processes and the database: 207 s,
    // where three workers took 230 and five 218.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    passWithNoTests: true,
    projects: [
      {
        test: {
          ...shared,
          name: 'rules',
          include: ['{contract,scripts,web,bench,faults}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...ownClocks, 'bench/scale/**'],
        },
      },
      {
        // Through their index the icons alone, all eight hundred, took two seconds of each worker.
        plugins: [antdFrames(), directImports('lib')],
        test: {
          ...shared,
          name: 'pages',
          include: ['web/**/*.test.tsx'],
          setupFiles: [...setupFiles, 'web/testing/setup.ts'],
          environment: 'happy-dom',
          // The pages request reduced motion, so antd waits for no animation.
          environmentOptions: { happyDOM: { settings: { device: { prefersReducedMotion: 'reduce' } } } },
        },
      },
      { test: { ...withDatabase, name: 'documents', include: documents } },
      {
        test: {
          ...withDatabase,
          name: 'server',
          // Node runs these files as it runs the portal, which takes a seventh less processor time than running them through Vite.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          include: ['{server,fuzz,bench/scale}/**/*.test.ts'],
          exclude: [...documents, ...ownClocks],
        },
      },
    ],
  },
})
