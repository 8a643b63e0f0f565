import { controlTab, paths, signPath, tabAddress, tabs } from '#contract/paths.ts'
import { Icon } from './icons.tsx'

/** The logo: two shores and the line between them. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M7 21c3-9 7-9 9-5s6 4 9-5" />
      <circle cx="7" cy="21" r="2.6" />
      <circle cx="25" cy="11" r="2.6" />
    </svg>
  )
}

/**
 * The header of public pages. The loader applies `csssign`, the theme switch and the visitor's actions. A separate script fills
 * `[data-session]` and `[data-console-tab]` once a user is logged in; html[data-signed] hides the login entry before that.
 */
export function Header({ path, brand }: { path: string; brand: { name: string; latin: string } }) {
  const active = tabs.find(tab =>
    tab.path === '/' ? path === '/' : path === tab.path || path.startsWith(`${tab.path}/`),
  )
  return (
    <header className="top">
      <div className="wrap top-row">
        <a className="brand" href={paths.home}>
          <BrandMark />
          <span>{brand.name}</span>
          <span className="brand-latin" lang="en">
            {brand.latin}
          </span>
        </a>
        <nav className="tabs" aria-label="主导航">
          <ul>
            {tabs.map(tab => (
              <li key={tab.sign}>
                <a href={tabAddress(tab)} data-sign={tab.sign} aria-current={tab === active ? 'page' : undefined}>
                  {tab.label}
                </a>
              </li>
            ))}
            <li data-console-tab hidden>
              <a href={tabAddress(controlTab)} data-sign={controlTab.sign}>
                {controlTab.label}
              </a>
            </li>
          </ul>
        </nav>
        <div className="top-end">
          <a className="top-price" href={paths.product} aria-current={path === paths.product ? 'page' : undefined}>
            价格
          </a>
          <button className="theme-switch" type="button" data-theme-switch aria-label="切换浅色或深色">
            <Icon name="moon" />
            <Icon name="sun" />
          </button>
          <div className="entry" data-entry>
            <a href={signPath('login')} data-overlay="login">
              登录
            </a>
            <a className="button small" href={signPath('register')} data-overlay="register">
              注册
            </a>
          </div>
          <div className="session" data-session />
        </div>
      </div>
    </header>
  )
}
