import { afterAll } from 'vitest'
import type { Documents } from '#contract/site.ts'
import type { WebBuild } from '#server/app/web.ts'
import { readConfig } from '#server/core/config.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { testReplica } from '#server/testing/replica.ts'

/** Loads the documents from their sources as the bundle would; the islands' file names are placeholders. */
export async function testWeb(): Promise<WebBuild> {
  // A path instead of a specifier, because the server's own code never imports the web's files by name.
  const sources = new URL('../../../web/site/documents.tsx', import.meta.url).pathname
  const documents = (await import(/* @vite-ignore */ sources)) as Documents
  return {
    documents,
    client: entry => ({
      script: `/assets/${entry.split('/').at(-1)}.js`,
      preloads: [],
      styles: [],
    }),
    publicDir: undefined,
    assetsDir: undefined,
    dev: false,
    onChange: () => {},
    attach: () => {},
  }
}

/** Runs the whole portal with its pages on its own database. */
export async function testSite(environment: Record<string, string> = {}) {
  const { url, pools } = await testDatabase()
  const config = readConfig({ PUBLIC_URL: 'https://www.example.com', ...environment })
  const web = await testWeb()
  const portal = await testReplica(config, { url, web })
  await portal.app.ready()
  afterAll(() => portal.stop())
  const get = (address: string, headers: Record<string, string> = {}) => portal.app.inject({ url: address, headers })
  return { ...portal, url, config, web, get, pools, system: pools.system, make: makeOn(pools.system) }
}
