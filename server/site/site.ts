import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SitePage } from '#contract/site.ts'
import { isAway } from '../http/away.ts'
import type { Services } from '../services.ts'
import type { WebBuild } from '../web-build.ts'
import { answer } from './answer.ts'
import { appShells } from './app-shell.ts'
import { type Made, type PageCache, pack, pageCache } from './page-cache.ts'
import { renderer } from './renderer.ts'
import { documentRoutes } from './routes.ts'

const caches = new Set<PageCache>()

/** What the pages show has changed: each is made anew when it is next asked for. */
export function dropPages(): void {
  for (const cache of caches) cache.drop()
}

/** A page that is another one from a moment (milliseconds) on. */
interface Timed {
  page: SitePage
  until: number | undefined
}

/** Makes a page's data; undefined: there is no such page. */
export type Load = () => Promise<SitePage | Timed | undefined>

/** How the routes answer. `path` is the canonical one. */
export interface Site {
  /**
   * Kept compressed under `key` until what pages show changes. `moved`: where else the page is, asked when there is none here.
   */
  page(
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    key: string,
    load: Load,
    moved?: () => Promise<string | undefined>,
  ): Promise<FastifyReply>
  /** Made for this one answer. */
  once(request: FastifyRequest, reply: FastifyReply, path: string, load: Load): Promise<FastifyReply>
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}

/** Bounds the memory: some 60 kB a page in all its encodings. */
const pagesKept = 500

/** The public documents, the app's shell, their files, and the answer to whatever else is asked for. */
export async function site(app: FastifyInstance, services: Services, web: WebBuild) {
  const { config, log } = services
  const cache = pageCache(pagesKept, error => log.warn({ err: error }, '页面未能更新，沿用上一版本'))
  caches.add(cache)
  app.addHook('onClose', async () => {
    caches.delete(cache)
  })
  // Resolves when the database is there; pages don't wait for that.
  void services.listener.on('site', () => cache.drop())
  web.onChange(() => cache.drop())
  web.attach(app)

  const render = renderer(config, web)
  const make = async (load: Load, path: string): Promise<Made | undefined> => {
    const loaded = await load()
    if (!loaded) return undefined
    const { page, until } = 'page' in loaded ? loaded : { page: loaded, until: undefined }
    const { list, until: turn } = await announced()
    const ends = [until, turn].filter(each => each !== undefined)
    return { ...render(page, path, list), until: ends.length ? Math.min(...ends) : undefined }
  }
  // A page that needs nothing else of the database does without them while it is away, for some seconds.
  const announced = () =>
    services.announcements.at('site').catch(error => {
      log.warn({ err: error }, '公告未能读取')
      return { list: [], until: Date.now() + 5_000 }
    })
  const here: Site = {
    async page(request, reply, path, key, load, moved) {
      const kept = cache.fresh(key)
      if (kept) return answer(request, reply, kept)
      const page = await cache.load(key, () => make(load, path))
      if (page) return answer(request, reply, page)
      const elsewhere = await moved?.()
      // Asked again each time: the page may move back.
      if (elsewhere) return reply.header('cache-control', 'no-cache').redirect(elsewhere, 301)
      return here.notFound(request, reply)
    },
    async once(request, reply, path, load) {
      const made = await make(load, path)
      return made ? answer(request, reply, await pack(made)) : here.notFound(request, reply)
    },
    notFound: (request, reply) => here.page(request, reply, '/404', '404', async () => ({ kind: 'notFound' })),
  }

  await app.register(async documents => {
    documents.setErrorHandler((error: { statusCode?: number }, request, reply) => {
      // An address that no file can have.
      if (error.statusCode && error.statusCode < 500) return here.notFound(request, reply)
      const status = isAway(error) ? 503 : 500
      request.log.error({ err: error }, '页面未能生成')
      const { body, headers } = render(
        { kind: 'unavailable', requestId: request.id, status, retry: ownAddress(request.url) },
        '/',
      )
      if (status === 503) reply.header('retry-after', '30')
      return reply.code(status).headers(headers).send(body)
    })
    documents.setNotFoundHandler((request, reply) => here.notFound(request, reply))
    documentRoutes(documents, services, here)
    appShells(documents, config, web)
    await files(documents, web)
  })
}

/** A path of this host: browsers read `//host` as another one. */
const ownAddress = (url: string) => (/^\/(?![/\\])/.test(url) ? url : '/')

async function files(app: FastifyInstance, web: WebBuild) {
  if (!web.publicDir || !web.assetsDir) return
  await app.register(fastifyStatic, {
    root: web.assetsDir,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    // The names carry a hash of the content.
    etag: false,
    lastModified: false,
  })
  await app.register(fastifyStatic, {
    root: web.publicDir,
    decorateReply: false,
    preCompressed: true,
    maxAge: '1d',
    index: false,
    wildcard: false,
    globIgnore: ['assets/**', '**/*.br', '**/*.gz'],
  })
}
