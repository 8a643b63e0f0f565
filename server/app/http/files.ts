import type { FastifyInstance } from 'fastify'
import { findPublicImage } from '#server/engines/files/public-images.ts'
import { sendFile } from '#server/engines/files/send-file.ts'
import { isSigned } from '#server/engines/files/signed-address.ts'
import { findFile } from '#server/engines/files/uploads.sql.ts'
import type { Services } from '#server/engines/services.ts'
import { findInstallerFile } from '#server/modules/downloads/downloads.sql.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const reading = { method: ['GET', 'HEAD'], config: { hasOwnTimeout: true } }

/** Serves files: private ones at a signed address, published installers and articles' pictures at a lasting one. */
export async function files(app: FastifyInstance, { config, system, storage }: Services) {
  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    ...reading,
    url: '/files/:id',
    async handler(request, reply) {
      const { id } = request.params
      // A repeated parameter is parsed as a list, which no URL of the portal has.
      const { expires, signature } = request.query
      const signed = typeof expires === 'string' && typeof signature === 'string' && { expires, signature }
      if (!signed || !isSigned(config, id, signed))
        return reply
          .code(403)
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send('链接已失效，请返回页面重新打开')
      const file = await findFile(system, id)
      if (!file) return reply.callNotFound()
      // A PDF viewer can run more than pictures need, so PDFs are not shown inline.
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
      // The content of a picture's URL never changes.
      const cacheControl = 'public, max-age=31536000, immutable'
      return sendFile(request, reply, storage, file, { disposition: 'inline', cacheControl })
    },
  })

  app.route<{ Params: { installerId: string; fileName: string } }>({
    ...reading,
    url: '/downloads/:installerId/:fileName',
    async handler(request, reply) {
      const { installerId, fileName } = request.params
      const file = uuid.test(installerId) ? await findInstallerFile(system, installerId) : undefined
      // A file has exactly one URL: a freely chosen name in it could be used for advertising.
      if (!file || file.file_name !== fileName) return reply.callNotFound()
      // A version's file never changes, so any cache may keep it.
      const cacheControl = 'public, max-age=31536000, immutable'
      return sendFile(request, reply, storage, file, { disposition: 'attachment', cacheControl })
    },
  })
}
