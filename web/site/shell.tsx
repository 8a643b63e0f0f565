import type { ShellFrame } from '#contract/site.ts'
import { firstScript } from './document.tsx'
import { Data } from './parts.tsx'

/** The empty document of the single-page app. antd needs the nonce for the styles that it creates at run time. */
export function Shell({ shell }: { shell: ShellFrame }) {
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{shell.settings.brand.name}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
        <script nonce={shell.nonce} dangerouslySetInnerHTML={{ __html: firstScript }} />
        {shell.preloads.map(href => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {shell.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <Data id="portal" value={shell.settings} />
        <script type="module" src={shell.entry} />
      </head>
      <body>
        <noscript>此页面需要启用浏览器的 JavaScript。</noscript>
        <div id="app" data-nonce={shell.nonce} />
      </body>
    </html>
  )
}
