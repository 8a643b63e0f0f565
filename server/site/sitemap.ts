import type { Database } from '../database/database.ts'
import { listArticleAddresses } from './site.sql.ts'

const fixed = ['/', '/download', '/scene', '/cheats', '/help', '/details', '/product']

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** Every page that a search engine may show, by the configured address. */
export async function sitemap(database: Database, origin: string): Promise<string> {
  const articles = (await listArticleAddresses(database)).map(({ kind, slug, updatedAt }) => ({
    path: `${kind === 'help' ? '/help' : '/cheats'}/${encodeURIComponent(slug)}`,
    updated: updatedAt.toISOString(),
  }))
  const entries = [...fixed.map(path => ({ path, updated: undefined })), ...articles].map(
    ({ path, updated }) =>
      `<url><loc>${escaped(origin + path)}</loc>${updated ? `<lastmod>${updated}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/** The app's pages have nothing for a search engine. */
export const robots = (origin: string) => `User-agent: *
Disallow: /api/
Disallow: /control
Disallow: /realname/
Disallow: /invitation/
Disallow: /personaldetails
Disallow: /test
Disallow: /pages/
Disallow: /promotion/
Disallow: /cusgroup
Sitemap: ${origin}/sitemap.xml
`
