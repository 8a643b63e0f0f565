import type { z } from 'zod'
import type { getAnnouncementList } from './announcements.ts'
import type { ArticleKind, TermsKind } from './content-names.ts'
import type { article } from './records/article.ts'
import type { installer } from './records/installer.ts'
import type { accessWay, region } from './records/place.ts'

/**
 * The data that the server passes to the public documents. Plain types suffice, because a bundle renders the documents and no call
 * transfers them.
 */

/**
 * Public settings of the portal, in `<script type="application/json" id="portal">` of every page. `web/data/portal.ts` reads them.
 */
export interface PortalSettings {
  /** A path on this host, or the address of another; without a trailing slash. */
  apiBase: string
  /** The AES key of the stored values. It hides them from a casual look but protects nothing. */
  passphrase: string
  /** Maps a host to the host of its mobile site. */
  mobileHosts: Record<string, string>
  /** The base of /template/*.html, without a trailing slash; empty for this host. */
  termsBase: string
  brand: { name: string; latin: string; supportPhone: string; supportHours: string }
}

/** The modules of a QR code as one SVG path in a square of `size` units. */
export interface QrCode {
  size: number
  path: string
}

/** A bar above the page that stays until it is closed. */
export type SiteAnnouncement = Pick<
  z.output<typeof getAnnouncementList.output>['list'][number],
  'announcement_id' | 'title' | 'html' | 'level'
>

/** The frame that every document shows around its page. */
export interface SiteFrame {
  /** The configured public address, never the request's host, without a trailing slash. */
  origin: string
  /** The canonical path of this document. */
  path: string
  settings: PortalSettings
  officeAddress: string
  supportQr: QrCode | undefined
  copyright: string
  icp: { number: string; link: string } | undefined
  police: { number: string; link: string } | undefined
  telecomLicence: string
  ios: { link: string; qr: QrCode } | undefined
  /** The built loader of the islands, and the modules that it imports statically. */
  assets: { loader: string; preloads: string[] }
  announcements: SiteAnnouncement[]
  /** The year of the copyright line. */
  year: number
}

export type SiteRegion = Pick<
  z.output<typeof region.schema>,
  'code' | 'country' | 'city' | 'city_latin' | 'continent' | 'latitude' | 'longitude'
>

export type SiteAccessWay = Pick<z.output<typeof accessWay.schema>, 'code' | 'name' | 'about'>

export type SiteInstaller = Pick<
  z.output<typeof installer.schema>,
  'client_type' | 'version' | 'url' | 'size' | 'sha256' | 'notes' | 'published_at'
>

export type SiteArticle = Pick<
  z.output<typeof article.schema>,
  'article_id' | 'slug' | 'title' | 'summary' | 'updated_at'
>

export interface SiteCategory {
  slug: string
  name: string
  articles: SiteArticle[]
}

export interface SiteSku {
  regionCode: string | null
  accessWayCode: string | null
  /** Mbit/s. */
  bandwidth: number | null
  /** Fen for 30 days. */
  price: number
  /** True when no address is free there. */
  soldOut: boolean
}

export interface SiteGoods {
  code: string
  name: string
  about: string
  skus: SiteSku[]
}

export interface SitePackage {
  days: number
  discountPercent: number
}

export interface SiteCatalogue {
  code: string
  name: string
  about: string
  goods: SiteGoods[]
  packages: SitePackage[]
}

/** The page of a document: its kind and the data specific to that kind. */
export type SitePage =
  | {
      kind: 'home'
      regions: SiteRegion[]
      accessWays: SiteAccessWay[]
      catalogues: SiteCatalogue[]
      /** The first article about compliance, if one is published. */
      law: { slug: string; title: string } | undefined
    }
  | { kind: 'download'; installers: SiteInstaller[] }
  | { kind: 'scene'; regions: SiteRegion[]; accessWays: SiteAccessWay[] }
  | {
      kind: 'articles'
      articleKind: ArticleKind
      categories: SiteCategory[]
      /** The slug of the one category shown; absent when all are shown. */
      category: string | undefined
    }
  | {
      kind: 'search'
      articleKind: ArticleKind
      categories: SiteCategory[]
      query: string
      found: SiteArticle[]
      total: number
    }
  | {
      kind: 'article'
      articleKind: ArticleKind
      categories: SiteCategory[]
      category: { slug: string; name: string }
      article: SiteArticle & { keywords: string; published_at: string }
      /** Sanitised by the server. */
      html: string
      contents: { id: string; text: string; level: number }[]
      previous: SiteArticle | undefined
      next: SiteArticle | undefined
    }
  | { kind: 'details'; regions: SiteRegion[]; accessWays: SiteAccessWay[] }
  | { kind: 'product'; catalogues: SiteCatalogue[]; regions: SiteRegion[]; accessWays: SiteAccessWay[] }
  | { kind: 'verifyPassport' }
  | { kind: 'promotion'; code: string; partner: { name: string; greeting: string } }
  | { kind: 'promotionClosed'; code: string; reason: 'unknown' | 'closed' | 'spent' | 'tooMany' }
  | {
      kind: 'terms'
      /** The template of contracts only occurs in its editor's preview. */
      which: TermsKind
      title: string
      html: string
      version: string
      /** A day; undefined for the text shipped with the portal. */
      effectiveOn: string | undefined
      /** True for the version in force. */
      current: boolean
      /** All published versions, if there are several. */
      versions: { version: string; effectiveOn: string | undefined; address: string; current: boolean }[]
    }
  | { kind: 'notFound' }
  | { kind: 'unavailable'; requestId: string; status: 429 | 500 | 503; retry: string }

/** The exports of the documents' bundle. */
export interface Documents {
  /** Renders the whole document. Also returns its inline styles and scripts, whose hashes go into the Content-Security-Policy. */
  renderDocument(page: SitePage, frame: SiteFrame): { html: string; styles: string[]; scripts: string[] }
  /** Draws the preview image for links to the page on other sites. Without Chinese fonts it must not contain text. */
  renderShare(page: SitePage, frame: SiteFrame, words: boolean): string
  /** Renders the document of the single-page app with the frame of its page. */
  renderShell(shell: ShellFrame): string
  /** Returns the source file of the app's page at a path, if its scripts are loaded for it alone. */
  pageSource(path: string): string | undefined
  /** Reports whether the app has a page at a path. */
  hasPage(path: string): boolean
}

export interface ShellFrame {
  settings: PortalSettings
  /** The nonce of this one answer, for the app's run-time styles. */
  nonce: string
  /** The requested path, without its query. */
  path: string
  entry: string
  styles: string[]
  preloads: string[]
}
