import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { WebBuild } from '#server/app/web.ts'

/** Serves the files of the web build. */
export async function builtFiles(app: FastifyInstance, web: WebBuild) {
  if (!web.publicDir || !web.assetsDir) return
  await app.register(fastifyStatic, {
    root: web.assetsDir,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    // File names contain a hash of the content.
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
