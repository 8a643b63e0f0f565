import type { FastifyInstance } from 'fastify'
import { setRetryAfter } from '#server/app/http/answers.ts'
import { callerAddress } from '#server/app/http/calls.ts'
import { isTemporary, logTemporary } from '#server/app/http/temporary.ts'
import type { WebBuild } from '#server/app/web.ts'
import { fairQueue } from '#server/core/fair-queue.ts'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hitAddressLimit } from '#server/database/limits.ts'
import type { Services } from '#server/engines/services.ts'
import { answer } from './answer.ts'
import { appShells } from './app-shell.ts'
import { builtFiles } from './built-files.ts'
import type { Load, Site } from './document.ts'
import { dropTrailingSlashes, refuseOtherMethods } from './methods.ts'
import { type PageCache, pack, pageCache, type RenderedPage } from './page-cache.ts'
import { renderer } from './renderer.ts'
import { documentRoutes } from './routes.ts'
import { shareRoutes } from './share-routes.ts'

const caches = new Set<PageCache>()

/** Marks every page as outdated, so that its next request renders it again. */
export function dropPages(): void {
  for (const cache of caches) cache.drop()
}

/**
 * A page that is rendered for one request costs statements and some ten milliseconds of processor time, and anybody can request it
 * again and again: addresses take turns, and the other pages, calls and logins come in between.
 */
const once = fairQueue({ width: 2, waitingEach: 200, waitingInAll: 1_000, busy: '访问过于频繁' })
/** Far more than the visitors of a fair open from its one address, and two seconds of processor time a minute at most. */
const onceLimit = { max: 2_000, seconds: 600 }

/** Bounds the memory: a page takes some 60 kB in all its encodings. */
const pageLimit = 500

/** Serves the public documents, the app's shell and their files, and answers every other address. */
export async function site(app: FastifyInstance, services: Services, web: WebBuild) {
  const { config, log } = services
  const cache = pageCache(pageLimit, error => log.warn({ err: error }, '页面未能更新，沿用上一版本'))
  caches.add(cache)
  app.addHook('onClose', async () => {
    caches.delete(cache)
  })
  // Resolves once the database is ready; pages do not wait for it.
  void services.listener.on('site', () => cache.drop())
  web.onChange(() => cache.drop())
  web.attach(app)

  const render = renderer(config, web)
  const make = async (load: Load, path: string): Promise<RenderedPage | undefined> => {
    const loaded = await load()
    if (!loaded) return undefined
    const { page, until } = 'page' in loaded ? loaded : { page: loaded, until: undefined }
    const { list, until: turn } = await announced()
    const ends = [until, turn].filter(each => each !== undefined)
    return { ...render(page, path, list), until: ends.length ? Math.min(...ends) : undefined }
  }
  // While the database is down, a page that needs nothing else from it is shown without announcements for some seconds.
  const announced = () =>
    services.announcements.at('site').catch(error => {
      log.warn({ err: error }, '公告未能读取')
      return { list: [], until: Date.now() + 5_000 }
    })
  const current: Site = {
    async page(request, reply, { path, key = path, load, moved }) {
      const kept = cache.fresh(key)
      if (kept) return answer(request, reply, kept)
      const page = await cache.load(key, () => make(load, path))
      if (page) return answer(request, reply, page)
      const elsewhere = await moved?.()
      // The redirect is not cached, because the page may move back.
      if (elsewhere) return reply.header('cache-control', 'no-cache').redirect(elsewhere, 301)
      return current.notFound(request, reply)
    },
    async once(request, reply, path, load) {
      const address = callerAddress(request)
      const page = await once(addressKey(address), async () => {
        await hitAddressLimit(services.counting, 'page-once', address, onceLimit)
        const rendered = await make(load, path)
        return rendered && pack(rendered)
      })
      return page ? answer(request, reply, page) : current.notFound(request, reply)
    },
    notFound: (request, reply) =>
      current.page(request, reply, { path: '/404', load: async () => ({ kind: 'notFound' }) }),
  }

  await app.register(async documents => {
    refuseOtherMethods(documents)
    dropTrailingSlashes(documents)
    documents.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      // No file can have this address.
      if (error.statusCode && error.statusCode < 500) return current.notFound(request, reply)
      const status = statusOf(error)
      if (status === 503) logTemporary(request.log, error, '页面未能生成')
      if (status === 500) request.log.error({ err: error }, '页面未能生成')
      const { body, headers } = render(
        { kind: 'unavailable', requestId: request.id, status, retry: ownAddress(request.url) },
        '/',
      )
      if (status === 503) reply.header('retry-after', '30')
      setRetryAfter(reply, error)
      return reply.code(status).headers(headers).send(body)
    })
    documents.setNotFoundHandler((request, reply) => current.notFound(request, reply))
    documentRoutes(documents, services, current)
    shareRoutes(documents, services, { web, site: current })
    appShells(documents, config, web)
    await builtFiles(documents, web)
  })
}

function statusOf(error: unknown): 429 | 500 | 503 {
  if (error instanceof Refusal && (error.code === 429 || error.code === 503)) return error.code
  return isTemporary(error) ? 503 : 500
}

/** Accepts only a path on this host: browsers interpret `//host` as another host. */
const ownAddress = (url: string) => (/^\/(?![/\\])/.test(url) ? url : '/')
