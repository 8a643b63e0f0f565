import { Server } from 'node:http'
import { sep } from 'node:path'
import { createServer, type Plugin } from 'vite'
import type { Documents } from '#contract/site.ts'
import { devConfig, documentsEntry } from '../../vite.config.ts'
import type { WebBuild } from './web.ts'

/**
 * Serves the pages from their sources, with Vite inside the portal: one address, one process. Only for `npm run dev`.
 */
export async function startWebDev(root: string): Promise<WebBuild> {
  // Vite accepts the WebSocket of its hot reload on this server; `attach` forwards upgrades from the portal's own server.
  const sockets = new Server()
  const config = devConfig()
  const vite = await createServer({
    ...config,
    plugins: [...(config.plugins ?? []), entryWithReload()],
    server: {
      middlewareMode: true,
      hmr: { server: sockets },
      // The database's files change all the time, and a change of the server's sources restarts everything.
      watch: { ignored: path => path.startsWith(root + sep) && !watched(path.slice(root.length + 1)) },
    },
  })
  const load = async () => (await vite.ssrLoadModule(`/${documentsEntry}`)) as unknown as Documents
  let documents = await load()
  const handlers: (() => void)[] = []
  let waiting: NodeJS.Timeout | undefined
  vite.watcher.on('all', () => {
    clearTimeout(waiting)
    // Vite has already printed an error in a source on the terminal.
    waiting = setTimeout(() => refresh().catch(() => {}), 30)
  })
  const refresh = async () => {
    const now = await load()
    if (now === documents) return
    documents = now
    for (const handler of handlers) handler()
    vite.ws.send({ type: 'full-reload' })
  }
  return {
    get documents() {
      return documents
    },
    client: entry => ({ script: `${entryPrefix}${entry}`, preloads: [], styles: [] }),
    publicDir: undefined,
    assetsDir: undefined,
    dev: true,
    onChange: handler => handlers.push(handler),
    attach: app => {
      app.addHook('onRequest', (request, reply, done) => {
        // Requests that Vite answers never come back here; all others do.
        if (request.method === 'GET' && !request.url.startsWith('/api/')) vite.middlewares(request.raw, reply.raw, done)
        else done()
      })
      app.server.on('upgrade', (...upgrade) => sockets.emit('upgrade', ...upgrade))
      app.addHook('onClose', () => vite.close())
    },
  }
}

const watched = (path: string) => /^(web|contract)($|[\\/])/.test(path)

const entryPrefix = '/@portal/'

/**
 * React's hot reload must be set up before any component loads, and each page needs Vite's client: one script does
 * both.
 */
function entryWithReload(): Plugin {
  return {
    name: 'entry-with-reload',
    resolveId: id => (id.startsWith(entryPrefix) ? id : undefined),
    load: id =>
      id.startsWith(entryPrefix)
        ? `import '@vitejs/plugin-react/preamble'; import '/@vite/client'; import ${JSON.stringify(`/${id.slice(entryPrefix.length)}`)}`
        : undefined,
  }
}
