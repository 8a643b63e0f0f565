/** What the server gives the public documents. Types alone: the documents are rendered by a bundle, not by a call. */

/** Public settings of this portal, in `<script type="application/json" id="portal">` of every page; `web/portal.ts` reads them. */
export interface PortalSettings {
  /** A path of this host, or the address of another; without a final slash. */
  apiBase: string
  /** AES key of the stored values; hides them from a glance, protects nothing. */
  passphrase: string
  /** Host → host of its mobile site. */
  mobileHosts: Record<string, string>
  /** Where /template/*.html are, without a final slash; empty for this host. */
  termsBase: string
  brand: { name: string; latin: string; supportPhone: string; supportHours: string }
}

/** Modules of a QR code as one SVG path in a square of `size` units. */
export interface QrCode {
  size: number
  path: string
}

/** A line above the page until it is closed. */
export interface SiteAnnouncement {
  id: string
  title: string
  /** One line, sanitised by the server. */
  html: string
  level: 'info' | 'warning'
}

/** What every document shows around its page. */
export interface SiteFrame {
  /** The configured public address, never the request's host. Without a final slash. */
  origin: string
  /** Path of this document, as canonical. */
  path: string
  settings: PortalSettings
  officeAddress: string
  supportQr: QrCode | undefined
  copyright: string
  icp: { number: string; link: string } | undefined
  police: { number: string; link: string } | undefined
  telecomLicence: string
  ios: { link: string; qr: QrCode } | undefined
  /** The islands' loader as built, and what it imports at once. */
  assets: { loader: string; preloads: string[] }
  announcements: SiteAnnouncement[]
  /** Year of the copyright line. */
  year: number
}

export interface SiteRegion {
  code: string
  country: string
  city: string
  cityLatin: string
  continent: string
  latitude: number
  longitude: number
}

export interface SiteAccessWay {
  code: string
  name: string
  about: string
}

export interface SiteInstaller {
  clientType: 1 | 2 | 4
  version: string
  address: string
  /** Bytes. */
  size: number
  sha256: string
  notes: string
  /** ISO 8601, UTC. */
  publishedAt: string
}

export interface SiteArticle {
  id: string
  slug: string
  title: string
  summary: string
  updatedAt: string
}

export interface SiteCategory {
  slug: string
  name: string
  articles: SiteArticle[]
}

export type ArticleKind = 'help' | 'guide'

export interface SiteSku {
  id: string
  regionCode: string | null
  accessWayCode: string | null
  /** Mbit/s. */
  bandwidth: number | null
  /** Fen for 30 days. */
  price: number
  listPrice: number
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

/** A document's page: its kind and what only it shows. */
export type SitePage =
  | {
      kind: 'home'
      regions: SiteRegion[]
      accessWays: SiteAccessWay[]
      articleCount: number
    }
  | { kind: 'download'; installers: SiteInstaller[] }
  | { kind: 'scene'; regions: SiteRegion[]; accessWays: SiteAccessWay[] }
  | {
      kind: 'articles'
      articleKind: ArticleKind
      categories: SiteCategory[]
      /** Slug of the one category shown; all when absent. */
      category: string | undefined
    }
  | { kind: 'search'; articleKind: ArticleKind; categories: SiteCategory[]; query: string; found: SiteArticle[] }
  | {
      kind: 'article'
      articleKind: ArticleKind
      categories: SiteCategory[]
      category: { slug: string; name: string }
      article: SiteArticle & { keywords: string; publishedAt: string }
      /** Sanitised by the server. */
      html: string
      contents: { id: string; text: string; level: number }[]
      previous: SiteArticle | undefined
      next: SiteArticle | undefined
    }
  | { kind: 'details'; regions: SiteRegion[]; accessWays: SiteAccessWay[] }
  | { kind: 'product'; catalogues: SiteCatalogue[]; regions: SiteRegion[]; accessWays: SiteAccessWay[] }
  | { kind: 'promotion'; code: string; partner: { name: string; greeting: string } }
  | { kind: 'promotionClosed'; code: string; reason: 'unknown' | 'closed' | 'spent' }
  | {
      kind: 'terms'
      which: 'service' | 'private'
      title: string
      html: string
      version: string
      /** A day; undefined of the text that came with the portal. */
      effectiveOn: string | undefined
      /** It is the version in force. */
      current: boolean
      /** All that were published, where there are several. */
      versions: { version: string; effectiveOn: string | undefined; address: string; current: boolean }[]
    }
  | { kind: 'notFound' }
  | { kind: 'unavailable'; requestId: string; status: 500 | 503; retry: string }

/** What the documents' bundle exports. */
export interface Documents {
  /** The whole document, and the texts of its inline styles and scripts, whose hashes go into the policy. */
  renderDocument(page: SitePage, frame: SiteFrame): { html: string; styles: string[]; scripts: string[] }
  /** The documents' shell of the single-page app: its inline script is the theme's. */
  renderShell(shell: ShellFrame): string
}

export interface ShellFrame {
  settings: PortalSettings
  /** Of this one answer; for the app's run-time styles. */
  nonce: string
  entry: string
  styles: string[]
  preloads: string[]
}
