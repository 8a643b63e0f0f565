import { afterAll } from 'vitest'
import type { Documents } from '#contract/site.ts'
import { readConfig } from '../config.ts'
import { testDatabase } from '../testing/database.ts'
import { makeOn } from '../testing/make.ts'
import { testReplica } from '../testing/replica.ts'
import type { WebBuild } from '../web-build.ts'

/** The documents from their sources, as the bundle has them; the islands' files are only names here. */
export async function testWeb(): Promise<WebBuild> {
  // An address, not a specifier: the server's own code never names the web's files.
  const sources = new URL('../../web/site/documents.tsx', import.meta.url).pathname
  const documents = (await import(/* @vite-ignore */ sources)) as Documents
  return {
    documents,
    client: entry => ({ script: `/assets/${entry.split('/').at(-1)}.js`, preloads: [], styles: [], css: '' }),
    publicDir: undefined,
    assetsDir: undefined,
    dev: false,
    onChange: () => {},
    attach: () => {},
  }
}

/** The whole portal with its pages, on a database of its own. */
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
