import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { paths } from '#contract/paths.ts'
import type { Documents, ShellFrame, SiteFrame, SitePage } from '#contract/site.ts'
import { announcementScript } from './announcements.tsx'
import { Document, firstScript, loadingScript, type Meta } from './document.tsx'
import { ArticlePage, articleMeta } from './pages/article.tsx'
import { ArticlesPage, articlesMeta, kinds, SearchPage } from './pages/articles.tsx'
import { DetailsPage, detailsMeta } from './pages/details.tsx'
import { DownloadPage, downloadMeta } from './pages/download.tsx'
import { HomePage, homeMeta } from './pages/home.tsx'
import { NotFoundPage, notFoundMeta, TermsPage, UnavailablePage, unavailableMeta } from './pages/messages.tsx'
import { PassportPage, passportMeta } from './pages/passport.tsx'
import { ProductPage, productMeta } from './pages/product.tsx'
import { PromotionClosedPage, PromotionPage, promotionMeta } from './pages/promotion.tsx'
import { ScenePage, sceneMeta } from './pages/scene.tsx'
import { shareImage } from './share.ts'
import { hasPage, pageSource, Shell } from './shell.tsx'
import { breadcrumbs } from './structured.ts'
import { styles } from './styles.ts'

interface View {
  meta: Meta
  style: string
  body: ReactNode
}

/** Adds the breadcrumbs from home to a first-level page. */
const crumbed = (meta: Meta, { origin, path }: SiteFrame): Meta => ({
  ...meta,
  structured: [...(meta.structured ?? []), breadcrumbs(origin, [[meta.title, path]])],
})

/** Maps each kind of page to its view. */
function view(page: SitePage, frame: SiteFrame): View {
  switch (page.kind) {
    case 'home':
      return { meta: homeMeta(page, frame), style: styles.home, body: <HomePage page={page} frame={frame} /> }
    case 'download':
      return {
        meta: crumbed(downloadMeta, frame),
        style: styles.download,
        body: <DownloadPage page={page} frame={frame} />,
      }
    case 'scene':
      return { meta: crumbed(sceneMeta, frame), style: styles.story, body: <ScenePage page={page} /> }
    case 'details':
      return { meta: crumbed(detailsMeta, frame), style: styles.story, body: <DetailsPage page={page} /> }
    case 'product':
      return {
        meta: crumbed(productMeta(page, frame), frame),
        style: styles.product,
        body: <ProductPage page={page} />,
      }
    case 'verifyPassport':
      return { meta: crumbed(passportMeta, frame), style: styles.passport, body: <PassportPage /> }
    case 'articles':
      return {
        meta: articlesMeta(page, frame),
        style: styles.articles,
        body: <ArticlesPage page={page} frame={frame} />,
      }
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
      // The version in force is at the address without a version; former ones are kept for people who agreed to them.
      const isVersion = frame.path !== paths.serviceTerms && frame.path !== paths.privateTerms
      const meta = {
        ...{ title: page.title, description: page.title, picture: paths.home },
        ...(isVersion && { hidden: true as const }),
      }
      return { meta, style: styles.terms, body: <TermsPage page={page} /> }
    }
  }
}

export const renderDocument: Documents['renderDocument'] = (page, frame) => {
  const { meta, style: own, body } = view(page, frame)
  const bare = page.kind === 'terms'
  // Documents without announcements omit their style and script.
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
    scripts: [firstScript, ...(bare ? [] : [loadingScript]), ...(announced ? [announcementScript] : [])],
  }
}

export const renderShare: Documents['renderShare'] = (page, frame, words) =>
  shareImage(page, frame, view(page, frame).meta.title, words)

export const renderShell = (shell: ShellFrame) => `<!doctype html>${renderToStaticMarkup(<Shell shell={shell} />)}`

export { hasPage, pageSource }
