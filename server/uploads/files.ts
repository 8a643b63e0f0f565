import type { FastifyInstance } from 'fastify'
import { installerFile } from '../downloads/downloads.ts'
import type { Services } from '../services.ts'
import { findPublicImage } from './public-images.ts'
import { sendFile } from './send-file.ts'
import { isSigned } from './signed-address.ts'
import { findFile } from './uploads.sql.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const reading = { method: ['GET', 'HEAD'] }

/** Files over HTTP: private ones by a signed address, published installers and pictures of articles by a lasting one. */
export async function files(app: FastifyInstance, { config, system, storage }: Services) {
  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    ...reading,
    url: '/files/:id',
    async handler(request, reply) {
      const { id } = request.params
      // A parameter that is given twice is a list, which no address of ours has.
      const { expires, signature } = request.query
      const given = typeof expires === 'string' && typeof signature === 'string' && { expires, signature }
      if (!given || !isSigned(config, id, given))
        return reply
          .code(403)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('链接已失效，请返回页面重新打开')
      const file = await findFile(system, id)
      if (!file) return reply.callNotFound()
      // A PDF is shown by a program with powers of its own; pictures are not.
      const disposition = file.content_type.startsWith('image/') ? 'inline' : 'attachment'
      return sendFile(request, reply, storage, file, { disposition, cacheControl: 'private, no-store' })
    },
  })

  app.route<{ Params: { name: string } }>({
    ...reading,
    url: '/images/:name',
    async handler(request, reply) {
      const file = await findPublicImage(system, request.params.name)
      if (!file) return reply.callNotFound()
      // Another picture has another address.
      const cacheControl = 'public, max-age=31536000, immutable'
      return sendFile(request, reply, storage, file, { disposition: 'inline', cacheControl })
    },
  })

  app.route<{ Params: { installerId: string; fileName: string } }>({
    ...reading,
    url: '/downloads/:installerId/:fileName',
    async handler(request, reply) {
      const { installerId, fileName } = request.params
      const file = uuid.test(installerId) ? await installerFile(system, installerId) : undefined
      // One address for a file: anything else in the name's place would be another name to advertise under.
      if (!file || file.file_name !== fileName) return reply.callNotFound()
      // A version's file never changes, so it may be kept by whoever carries it.
      const cacheControl = 'public, max-age=31536000, immutable'
      return sendFile(request, reply, storage, file, { disposition: 'attachment', cacheControl })
    },
  })
}
