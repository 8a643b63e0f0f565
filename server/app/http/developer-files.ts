import { readdir, readFile } from 'node:fs/promises'
import { posix } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { zipSync } from 'fflate'
import { lazy } from '#server/core/lazy.ts'
import { renderMarkdown } from '#server/engines/markdown/markdown.ts'
import { escapeHtml, sendPlainPage } from './plain-page.ts'

const root = new URL('../../../', import.meta.url)

/** The documents that are written for companies' and clients' developers. */
const documents = ['open-interfaces', 'desktop-client'] as const
const folders = ['clients/typescript', 'clients/mcp', 'examples/company-sync', 'examples/company-log'] as const
/** The examples find the client if both are unpacked together. */
export const archivePath = '/docs/clients-and-examples.zip'
export const documentPath = (name: (typeof documents)[number]) => `/docs/${name}`
const sourceOf = (name: (typeof documents)[number]) => `docs/${name}.md`

/**
 * Serves what an external developer needs and would otherwise have only with the portal's sources: the documents as pages and as
 * written, and the clients with the examples, individually and as one archive.
 */
export function developerFiles(api: FastifyInstance): void {
  for (const name of documents) {
    const source = sourceOf(name)
    const page = lazy(async () => documentPage(source, (await read(source)).toString()))
    api.get(documentPath(name), async (_request, reply) => sendPlainPage(reply, await page()))
    api.get(`/${source}`, async (_request, reply) => reply.type(text).send(await read(source)))
  }
  for (const folder of folders) {
    api.get(`/docs/${folder}`, async (_request, reply) => sendPlainPage(reply, await folderPage(folder)))
    api.get<{ Params: { file: string } }>(`/docs/${folder}/:file`, async ({ params: { file } }, reply) => {
      if (!(await publicFiles(new URL(folder, root))).includes(file)) return reply.callNotFound()
      return reply.type(text).send(await read(`${folder}/${file}`))
    })
  }
  const archive = lazy(packed)
  api.get(archivePath, async (_request, reply) => reply.type('application/zip').send(await archive()))
}

const home = '<p><a href="/api/docs">接口</a></p>'

/** Renders a document with its table of contents. Its heading is the page's title. */
function documentPage(path: string, markdown: string): { title: string; body: string } {
  const [first = '', ...rest] = markdown.split('\n')
  const { html, contents } = renderMarkdown(rest.join('\n'), href => servedAddress(path, href))
  const entries = contents
    .filter(({ level }) => level === 2)
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
  const list = entries.length > 1 ? `<nav aria-label="目录"><ul>${entries.join('')}</ul></nav>` : ''
  return { title: first.replace(/^#\s+/, ''), body: `${home}${list}${html}` }
}

/** Lists a folder's files below its description. */
async function folderPage(folder: string): Promise<{ title: string; body: string }> {
  const files = await publicFiles(new URL(folder, root))
  const { title, body } = files.includes('README.md')
    ? documentPage(`${folder}/README.md`, (await read(`${folder}/README.md`)).toString())
    : { title: folder, body: home }
  const list = files.map(file => `<li><a href="/api/docs/${folder}/${file}">${file}</a></li>`)
  return { title, body: `${body}<h2>文件</h2><ul>${list.join('')}</ul>` }
}

/** Returns where a document's link leads here. What is not served, such as a decision record, has no address. */
function servedAddress(document: string, href: string): string | undefined {
  if (/^(?:[a-z]+:|#|\/)/i.test(href)) return href
  const path = posix.join(posix.dirname(document), href)
  const name = documents.find(each => sourceOf(each) === path)
  if (name) return `/api${documentPath(name)}`
  return folders.some(folder => folder === path) ? `/api/docs/${path}` : undefined
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
  for (const name of documents) files[sourceOf(name)] = await read(sourceOf(name))
  for (const folder of folders)
    for (const file of await publicFiles(new URL(folder, root)))
      files[`${folder}/${file}`] = await read(`${folder}/${file}`)
  return Buffer.from(zipSync(files))
}

const text = 'text/plain; charset=utf-8'
const read = (path: string) => readFile(new URL(path, root))
