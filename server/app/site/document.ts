import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SitePage } from '#contract/site.ts'

/** A page that changes at a given time (in milliseconds). */
interface Timed {
  page: SitePage
  until: number | undefined
}

/** Makes a page's data; undefined when there is no such page. */
export type Load = () => Promise<SitePage | Timed | undefined>

interface CachedPage {
  /** The canonical path. */
  path: string
  /** The key in the cache, if the path alone does not distinguish the page. */
  key?: string
  load: Load
  /** Finds the page's new path if there is no page here. */
  moved?: () => Promise<string | undefined>
}

/** Answers the routes of documents. `path` is the canonical one. */
export interface Site {
  /**
   * Answers with a page that is cached, compressed, until its data changes.
   */
  page(request: FastifyRequest, reply: FastifyReply, page: CachedPage): Promise<FastifyReply>
  /** Answers with a page rendered only for this request. */
  once(request: FastifyRequest, reply: FastifyReply, path: string, load: Load): Promise<FastifyReply>
  notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>
}
