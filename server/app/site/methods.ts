import type { FastifyInstance, HTTPMethods } from 'fastify'

const others: HTTPMethods[] = ['POST', 'PUT', 'PATCH', 'DELETE']

/** Answers all other methods at the path of a page or file with 405, before the body is read. */
export function refuseOtherMethods(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url }) => {
    if (![method].flat().includes('GET')) return
    app.route({
      method: others,
      url,
      onRequest: async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'GET, HEAD')
          .type('text/plain; charset=utf-8')
          .send('此网址只能打开，不能提交。\n'),
      // The hook above has answered.
      handler: async () => {},
    })
  })
}

/** Redirects a path with trailing slashes to the one without, so that every page has one URL. */
export function dropTrailingSlashes(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const [, path, query = ''] = /^([^?]*[^/?])\/+(\?.*)?$/.exec(request.url) ?? []
    // Browsers read `//host` and `/\host` as another host.
    if (path === undefined || !/^\/(?![/\\])/.test(path)) return
    return reply.redirect(path + query, 301)
  })
}
