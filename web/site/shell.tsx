import { paths } from '#contract/paths.ts'
import type { ShellFrame } from '#contract/site.ts'
import { consolePageAt } from '#web/data/console-pages.ts'
import { plainPath } from '#web/data/plain-path.ts'
import { firstScript } from './document.tsx'
import { earlyScript } from './early-script.ts'
import { Data } from './parts.tsx'
import { ConsoleFrame, PlainFrame } from './shell-frame.tsx'
import { styles } from './styles.ts'

/** The guard sends all users except managers from the console to their own page, so they must not see its frame either. */
const managerScript = "try{if(localStorage.hyl_user_sign=='admin')document.documentElement.dataset.manager=''}catch{}"

/**
 * The document of the single-page app, with the frame of its page, which is painted before any script or sheet has loaded. antd
 * needs the nonce for the styles that it creates at run time.
 */
export function Shell({ shell }: { shell: ShellFrame }) {
  const { settings, nonce, path } = shell
  const page = consolePageAt(path)
  const early = earlyScript(settings, page)
  // A user who returns from paying is also in the console.
  const isConsole = page !== undefined || plainPath(path).startsWith(paths.control)
  return (
    <html lang="zh-CN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{settings.brand.name}</title>
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constants */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: `${firstScript};${managerScript}` }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own sheet */}
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles.shell }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script with constants of the page */}
        {early ? <script nonce={nonce} dangerouslySetInnerHTML={{ __html: early }} /> : null}
        {shell.preloads.map(href => (
          <link key={href} rel="modulepreload" href={href} />
        ))}
        {shell.styles.map(href => (
          <link key={href} rel="preload" as="style" href={href} />
        ))}
        <Data id="portal" value={settings} />
      </head>
      <body>
        <noscript>
          此页面需要启用浏览器的 JavaScript。<a href="/">回到首页</a>
        </noscript>
        <div id="app" data-nonce={nonce}>
          {isConsole && <ConsoleFrame brand={settings.brand} page={page} nonce={nonce} />}
          <PlainFrame name={settings.brand.name} />
        </div>
        {/* Here they block neither the paint of the frame above nor each other, only the script below. With a precedence React
            would hoist them; without one they stay in place. */}
        {shell.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        <script type="module" src={shell.entry} />
      </body>
    </html>
  )
}

/**
 * Reports whether the app has a page at a path. The console redirects from its own path; all other pages have server routes of
 * their own.
 */
export const hasPage = (path: string) =>
  !plainPath(path).startsWith(`${paths.control}/`) || consolePageAt(path) !== undefined

/** Returns the source of the page at a path, if its scripts are not among those that every page loads. */
export const pageSource = (path: string) =>
  // The console's root leads to the last open page, which for most people is their own.
  consolePageAt(plainPath(path) === paths.control ? paths.managePersonal : path)?.source
