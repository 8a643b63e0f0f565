import { readdir, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { zipSync } from 'fflate'
import { lazy } from '#server/core/lazy.ts'

const root = new URL('../../../', import.meta.url)

/** The documents that are written for companies' and clients' developers. */
const documents = ['docs/open-interfaces.md', 'docs/desktop-client.md'] as const
const folders = ['clients/typescript', 'clients/mcp', 'examples/company-sync', 'examples/company-log'] as const
/** The examples find the client if both are unpacked together. */
export const archivePath = '/docs/clients-and-examples.zip'

/**
 * Serves what an external developer needs and would otherwise have only with the portal's sources: the documents as written, and
 * the clients with the examples, individually and as one archive.
 */
export function developerFiles(api: FastifyInstance): void {
  for (const path of documents) api.get(`/${path}`, async (_request, reply) => reply.type(text).send(await read(path)))
  for (const folder of folders)
    api.get<{ Params: { file: string } }>(`/docs/${folder}/:file`, async ({ params: { file } }, reply) => {
      if (!(await publicFiles(new URL(folder, root))).includes(file)) return reply.callNotFound()
      return reply.type(text).send(await read(`${folder}/${file}`))
    })
  const archive = lazy(packed)
  api.get(archivePath, async (_request, reply) => reply.type('application/zip').send(await archive()))
}

/** Lists the files to serve. People who try an example leave names, keys and editors' backups there, which are private. */
export async function publicFiles(folder: URL): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter(entry => entry.isFile() && /^(?:README\.md|package\.json|[a-z][\w.-]*\.ts)$/.test(entry.name))
    .map(({ name }) => name)
    .sort()
}

async function packed(): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {}
  for (const path of documents) files[path] = await read(path)
  for (const folder of folders)
    for (const file of await publicFiles(new URL(folder, root)))
      files[`${folder}/${file}`] = await read(`${folder}/${file}`)
  return Buffer.from(zipSync(files))
}

const text = 'text/plain; charset=utf-8'
const read = (path: string) => readFile(new URL(path, root))
