import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Documents, ShellFrame, SiteFrame, SitePage } from '#contract/site.ts'
import { announcementScript } from './announcements.tsx'
import { Document, firstScript, type Meta } from './document.tsx'
import { ArticlePage, articleMeta } from './pages/article.tsx'
import { ArticlesPage, articlesMeta, kinds, SearchPage } from './pages/articles.tsx'
import { DetailsPage, detailsMeta } from './pages/details.tsx'
import { DownloadPage, downloadMeta } from './pages/download.tsx'
import { HomePage, homeMeta } from './pages/home.tsx'
import { NotFoundPage, notFoundMeta, TermsPage, UnavailablePage, unavailableMeta } from './pages/messages.tsx'
import { ProductPage, productMeta } from './pages/product.tsx'
import { PromotionClosedPage, PromotionPage, promotionMeta } from './pages/promotion.tsx'
import { ScenePage, sceneMeta } from './pages/scene.tsx'
import { Shell } from './shell.tsx'
import { styles } from './styles.ts'

interface View {
  meta: Meta
  style: string
  body: ReactNode
}

/** Maps each kind of page to its view. */
function view(page: SitePage, frame: SiteFrame): View {
  switch (page.kind) {
    case 'home':
      return { meta: homeMeta, style: styles.home, body: <HomePage page={page} frame={frame} /> }
    case 'download':
      return { meta: downloadMeta, style: styles.download, body: <DownloadPage page={page} frame={frame} /> }
    case 'scene':
      return { meta: sceneMeta, style: styles.story, body: <ScenePage page={page} /> }
    case 'details':
      return { meta: detailsMeta, style: styles.story, body: <DetailsPage page={page} /> }
    case 'product':
      return { meta: productMeta, style: styles.product, body: <ProductPage page={page} /> }
    case 'articles':
      return { meta: articlesMeta(page), style: styles.articles, body: <ArticlesPage page={page} frame={frame} /> }
    case 'search': {
      const meta = { title: `搜索“${page.query}”`, description: kinds[page.articleKind].lead, hidden: true } as const
      return { meta, style: styles.articles, body: <SearchPage page={page} frame={frame} /> }
    }
    case 'article':
      return { meta: articleMeta(page, frame), style: styles.articles, body: <ArticlePage page={page} /> }
    case 'promotion':
      return { meta: promotionMeta, style: styles.promotion, body: <PromotionPage page={page} frame={frame} /> }
    case 'promotionClosed':
      return { meta: promotionMeta, style: styles.message, body: <PromotionClosedPage page={page} frame={frame} /> }
    case 'notFound':
      return { meta: notFoundMeta, style: styles.message, body: <NotFoundPage /> }
    case 'unavailable':
      return { meta: unavailableMeta(page), style: styles.message, body: <UnavailablePage page={page} /> }
    case 'terms': {
      const meta = { title: page.title, description: page.title }
      return { meta, style: styles.terms, body: <TermsPage page={page} /> }
    }
  }
}

export const renderDocument: Documents['renderDocument'] = (page, frame) => {
  const { meta, style: own, body } = view(page, frame)
  const bare = page.kind === 'terms'
  // Documents without announcements do without their style and script.
  const announced = !bare && frame.announcements.length > 0
  const style = announced ? own + styles.announcements : own
  const html = renderToStaticMarkup(
    <Document frame={frame} meta={meta} style={style} bare={bare}>
      {body}
    </Document>,
  )
  return {
    html: `<!doctype html>${html}`,
    styles: [style],
    scripts: announced ? [firstScript, announcementScript] : [firstScript],
  }
}

export const renderShell = (shell: ShellFrame) => `<!doctype html>${renderToStaticMarkup(<Shell shell={shell} />)}`
