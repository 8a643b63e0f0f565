import type { ReactNode } from 'react'
import type { SiteFrame } from '#contract/site.ts'
import { Announcements } from './announcements.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Icon } from './icons.tsx'
import { Data, SupportQrSource } from './parts.tsx'

/**
 * Runs before the first paint, so that nothing flashes or moves. It sets the visitor's system (iPads identify as Macs but have
 * touch), the chosen or the system's theme, whether a session is stored (the header then hides the login entry), and whether the
 * visitor was here more than an hour ago (home then offers the download first). The document's policy contains its hash.
 */
export const firstScript =
  "(d=>{d.js='';let n=navigator,u=n.userAgent,s=/android|harmonyos/i.test(u)?'android':/iphone|ipad|ipod/i.test(u)||/macintosh/i.test(u)&&n.maxTouchPoints>1?'ios':/macintosh/i.test(u)?'mac':/windows nt/i.test(u)?'windows':0;if(s)d.system=s;try{let t=localStorage.hyl_theme;d.theme=t=='dark'||t=='light'?t:matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light';if(localStorage.token)d.signed='';if(Date.now()-localStorage.hyl_visited>36e5)d.back=''}catch{}})(document.documentElement.dataset)"

/**
 * Loads the page's script after the first paint: the page works without it, and neither a phone's connection nor its processor
 * should do two things at the same time. A browser that reports no paint loads it after three seconds; importing twice is harmless.
 * A button pressed before the script is loaded is pressed again afterwards; links work without it. The policy also contains its
 * hash.
 */
export const loadingScript =
  "{let f=()=>Promise.all(JSON.parse(document.getElementById('scripts').textContent).map(s=>import(s)));setTimeout(f,3e3);onclick=e=>{let b=e.target.closest('button[type=button]');b&&f().then(()=>b.click())};try{new PerformanceObserver(f).observe({type:'paint',buffered:true})}catch{}}"

export interface Meta {
  title: string
  description: string
  keywords?: string
  /** Hides the page from search engines. */
  hidden?: true
  /** The query of the canonical address, including `?`. */
  query?: string
  /** The page's objects in schema.org terms; together they form the graph. */
  structured?: object[]
  /** The path of the page whose preview image is used; by default its own. */
  picture?: string
}

/** Returns the address of the preview image that other sites show for a page. */
export const shareAddress = (origin: string, path: string) =>
  `${origin}/share/${path === '/' ? 'index' : path.slice(1)}.png`

export function Document(props: { frame: SiteFrame; meta: Meta; style: string; bare?: boolean; children: ReactNode }) {
  const { frame, meta } = props
  const { brand } = frame.settings
  const title = frame.path === '/' ? `${brand.name} - ${meta.title}` : `${meta.title} - ${brand.name}`
  const canonical = `${frame.origin}${frame.path}${meta.query ?? ''}`
  const picture = shareAddress(frame.origin, meta.picture ?? frame.path)
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="applicable-device" content="pc,mobile" />
        <title>{title}</title>
        <meta name="description" content={meta.description} />
        {meta.keywords ? <meta name="keywords" content={meta.keywords} /> : null}
        {meta.hidden ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={canonical} />}
        <meta property="og:type" content={frame.path === '/' ? 'website' : 'article'} />
        <meta property="og:locale" content="zh_CN" />
        <meta property="og:title" content={meta.title} />
        <meta property="og:description" content={meta.description} />
        <meta property="og:site_name" content={brand.name} />
        {meta.hidden ? null : (
          <>
            <meta property="og:url" content={canonical} />
            <meta property="og:image" content={picture} />
            <meta property="og:image:width" content="1200" />
            <meta property="og:image:height" content="630" />
            <meta property="og:image:alt" content={`${brand.name}：${meta.title}`} />
            <meta name="twitter:card" content="summary_large_image" />
            <meta name="twitter:title" content={meta.title} />
            <meta name="twitter:description" content={meta.description} />
            <meta name="twitter:image" content={picture} />
          </>
        )}
        <meta name="theme-color" content="#0a1020" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: firstScript }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the built style sheet, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: props.style }} />
      </head>
      {props.bare ? (
        <body className="bare">{props.children}</body>
      ) : (
        // The scroll container takes the focus; otherwise the keyboard would not scroll it before a click.
        // biome-ignore lint/a11y/noAutofocus: the body holds everything, so a screen reader skips nothing
        <body tabIndex={-1} autoFocus>
          <a className="skip" href="#main">
            跳到正文
          </a>
          <SupportQrSource frame={frame} />
          <Announcements list={frame.announcements} />
          <Header path={frame.path} brand={brand} />
          <main id="main" tabIndex={-1}>
            {props.children}
          </main>
          <Footer frame={frame} />
          <button className="to-top" type="button" data-to-top hidden aria-label="回到顶部">
            <Icon name="up" />
          </button>
          <p className="wait-note" role="status" data-wait-note />
          <Data id="portal" value={frame.settings} />
          {/* At the end, because the first paint does not need it. */}
          {meta.structured ? (
            <Data type="application/ld+json" value={{ '@context': 'https://schema.org', '@graph': meta.structured }} />
          ) : null}
          <Data id="scripts" value={[frame.assets.loader, ...frame.assets.preloads]} />
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant, allowed by its hash */}
          <script dangerouslySetInnerHTML={{ __html: loadingScript }} />
        </body>
      )}
    </html>
  )
}
