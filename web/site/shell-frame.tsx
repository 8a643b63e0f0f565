import type { PortalSettings } from '#contract/site.ts'
import type { ConsolePage } from '#web/data/console-page.ts'
import { menuGroups, reachesTo } from '#web/data/console-pages.ts'

/** Removes the entries outside the user's duty before the first paint. A manager's browser stores no duty. */
const reachScript = `try{if(localStorage.hyl_reach)for(let e of document.querySelectorAll('[data-reach]'))
e.dataset.reach.split(' ').includes(localStorage.hyl_reach)||e.remove()}catch{}`.replaceAll('\n', '')

const reachOfAll = (entries: readonly ConsolePage[]) => [...new Set(entries.flatMap(reachesTo))].join(' ')

interface ConsoleFrameProps {
  brand: PortalSettings['brand']
  page: ConsolePage | undefined
  nonce: string
}

/** The console's frame before its scripts: the same boxes, text and links that web/console/layout.tsx renders. */
export const ConsoleFrame = ({ brand, page, nonce }: ConsoleFrameProps) => (
  <div className="console first-frame">
    <aside className="side">
      <div className="first-brand">{brand.name}</div>
      <nav className="side-menu" aria-label="控制台菜单">
        {menuGroups.map(({ group, entries }) => (
          <section key={group} data-reach={reachOfAll(entries)}>
            <h2>{group}</h2>
            <ul>
              {entries.map(entry => (
                <li key={entry.path} data-reach={reachOfAll([entry])}>
                  <a href={entry.path} aria-current={entry.path === (page?.under ?? page?.path) ? 'page' : undefined}>
                    {entry.name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant */}
      <script nonce={nonce} dangerouslySetInnerHTML={{ __html: reachScript }} />
    </aside>
    <div className="console-main">
      <div className="first-bar" />
      <main className="console-page" aria-busy="true">
        <h1>{page?.name}</h1>
        <p className="first-wait">正在加载…</p>
      </main>
    </div>
  </div>
)

/** The frame of every other page of the apps, and for users who may not open the console. */
export const PlainFrame = ({ name }: { name: string }) => (
  <div className="first-frame">
    <div className="first-bar">{name}</div>
    <p className="first-wait">正在加载…</p>
  </div>
)
