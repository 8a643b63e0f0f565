import { articlePath, articlesPath, paths } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import { listArticleAddresses } from './site.sql.ts'

const { home, download, scene, cheats, help, details, product, verifyPassport, serviceTerms, privateTerms } = paths
const fixed = [home, download, scene, cheats, help, details, product, verifyPassport, serviceTerms, privateTerms]

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

/** Lists every public page; articles have the time of their last change. */
export async function publicPages(database: Database): Promise<{ path: string; updated: string | undefined }[]> {
  const articles = await listArticleAddresses(database)
  const categories = new Set(articles.map(({ kind, category }) => articlesPath(kind, category)))
  return [
    ...[...fixed, ...categories].map(path => ({ path, updated: undefined })),
    ...articles.map(({ kind, slug, updated_at }) => ({ path: articlePath(kind, slug), updated: updated_at })),
  ]
}

/** Lists every page for search engines, at the configured address. */
export async function sitemap(database: Database, origin: string): Promise<string> {
  const entries = (await publicPages(database)).map(
    ({ path, updated }) =>
      `<url><loc>${escaped(origin + path)}</loc>${updated ? `<lastmod>${updated}</lastmod>` : ''}</url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
}

/** Search engines have no use for the app's pages. */
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
