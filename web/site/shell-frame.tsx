import type { PortalSettings } from '#contract/site.ts'
import { type ConsolePage, menuGroups } from '#web/data/console-pages.ts'

/** The console's frame before its scripts: the same boxes, words and links as web/console/layout.tsx draws. */
export const ConsoleFrame = ({ brand, page }: { brand: PortalSettings['brand']; page: ConsolePage | undefined }) => (
  <div className="console first-frame">
    <aside className="side">
      <div className="first-brand">{brand.name}</div>
      <nav className="side-menu" aria-label="控制台菜单">
        {menuGroups.map(({ group, entries }) => (
          <section key={group}>
            <h2>{group}</h2>
            <ul>
              {entries.map(({ path, name }) => (
                <li key={path}>
                  <a href={path} aria-current={path === (page?.under ?? page?.path) ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </nav>
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

/** The frame of every other page of the apps, and of everybody who may not open the console. */
export const PlainFrame = ({ name }: { name: string }) => (
  <div className="first-frame">
    <div className="first-bar">{name}</div>
    <p className="first-wait">正在加载…</p>
  </div>
)
