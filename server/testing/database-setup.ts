import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { clientConfig } from '#server/database/client.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { superuserAddress } from '#server/database/embedded-cluster.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrateJobs } from '#server/engines/jobs/migrate-jobs.ts'
import { accessGuard } from './access-guard.ts'
import { memoryFolder } from './memory-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database to connect to while creating and dropping others. */
    serverUrl: string
    /** A migrated database that nothing connects to again: each test file gets a copy. */
    template: string
  }
}

const log = { info: () => {}, warn: console.warn, error: console.error }

interface TestServer {
  url: string
  template: string
  stop(): Promise<void>
}

/** Each Vitest project loads this module anew, in one process. */
const shared = globalThis as typeof globalThis & { testServer?: { projects: number; started: Promise<TestServer> } }

/**
 * Vitest's global setup starts one PostgreSQL for the whole run (TEST_DATABASE_URL's user needs CREATEDB and
 * CREATEROLE).
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testServer ??= { projects: 0, started: start() }
  const { testServer } = shared
  testServer.projects += 1
  const server = await testServer.started
  project.provide('serverUrl', server.url)
  project.provide('template', server.template)
  return async () => {
    testServer.projects -= 1
    if (testServer.projects === 0) await server.stop()
  }
}

async function start(): Promise<TestServer> {
  const externalUrl = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  const server = externalUrl ? { url: externalUrl, stop: async () => {} } : await embedded()
  const template = `test_template_${process.pid}`
  const run = (statement: string) => runStatement(server.url, statement)
  try {
    await run(`create database ${template}`)
    await migrate({ url: databaseAt(server.url, template), log })
    await migrateJobs(databaseAt(server.url, template), log)
    await runStatement(databaseAt(server.url, template), await accessGuard())
  } catch (error) {
    await run(`drop database if exists ${template}`).catch(() => {})
    await server.stop()
    throw error
  }
  const stop = async () => {
    if (externalUrl) await run(`drop database ${template}`)
    await server.stop()
  }
  return { url: server.url, template, stop }
}

async function embedded() {
  const dataDir = await mkdtemp(join(memoryFolder(), 'haiyilian-test-'))
  // mkdtemp makes the folder inaccessible to the database's own user.
  await chmod(dataDir, 0o755)
  const server = await startEmbedded({ dataDir, log, unsafe: true })
  await runStatement(superuserAddress(server.url), 'alter role portal createdb')
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export function databaseAt(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new Client(clientConfig(url))
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
