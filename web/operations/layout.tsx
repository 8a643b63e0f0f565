import '#web/ui/details.css'
import '#web/ui/layout.css'
import './operations.css'
import { LogoutOutlined, MenuOutlined, UserOutlined } from '@ant-design/icons'
import { Badge, Dropdown } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Link, matchPath, Outlet, useLocation, useNavigate } from 'react-router'
import { roleNames } from '#contract/operations/operator-names.ts'
import { forgetDrafts } from '#web/data/draft.ts'
import { portal } from '#web/data/portal.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/drawer.tsx'
import { usePageFocus } from '#web/ui/keyboard/kept-focus.ts'
import { viewStoreOf } from '#web/ui/list/view-store.ts'
import { Views } from '#web/ui/list/views.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { Commands } from '#web/ui/palette/commands.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { toast } from '#web/ui/toast.ts'
import { api } from './api.ts'
import { BackToList } from './back-to-list.tsx'
import { keepCurrent } from './keep-current.ts'
import { forgetAddresses, useKeptAddress } from './last-addresses.ts'
import { maySee, menu } from './menu/menu.ts'
import { operator, useOperator } from './operator.ts'
import { refreshSelf } from './operator-self.ts'
import { officeSources } from './palette/command-sources.ts'
import { operationsPaths } from './paths.ts'
import { Reachable } from './reachable.ts'
import { OwnNotices } from './tickets/own-notices.tsx'

const viewStore = viewStoreOf({ load: api.getOfficeViews, add: api.addOfficeView, remove: api.removeOfficeView })

const Mark = () => (
  <Link className="operations-mark" to={operationsPaths.home}>
    <b>{portal().brand.name}</b> 运营后台
  </Link>
)

function SideMenu() {
  const self = useOperator()
  const { pathname } = useLocation()
  const shown = menu.find(({ path }) => matchPath(path, pathname))
  const nav = useRef<HTMLElement>(null)
  // Most screens can't show the whole menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has another entry in the menu
  useEffect(() => {
    void nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  const entries = menu.filter(entry => !entry.under && self && maySee(entry, self.roles))
  const groups = [...new Set(entries.map(({ group }) => group))]
  return (
    <nav ref={nav} className="side-menu" aria-label="运营后台菜单">
      {groups.map(group => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {entries
              .filter(entry => entry.group === group)
              .map(entry => (
                <li key={entry.key}>
                  <Link
                    to={entry.path}
                    aria-current={entry === shown ? 'page' : entry.path === shown?.under ? 'true' : undefined}
                  >
                    <span aria-hidden="true">{entry.icon}</span>
                    {entry.name}
                    {Boolean(self?.waiting[entry.key]) && (
                      <Badge className="menu-count" count={self?.waiting[entry.key]} title="待处理" />
                    )}
                  </Link>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

async function logOut() {
  const answer = await api.logOut({}, { keepSession: true })
  if (!answer.ok && answer.code === 0) return toast.error(answer.msg)
  forgetDrafts()
  forgetAddresses()
  operator.set(null)
}

function OperatorMenu() {
  const self = useOperator()
  const navigate = useNavigate()
  if (!self) return null
  const items = [
    { key: 'account', icon: <UserOutlined />, label: '我的账号' },
    { key: 'out', icon: <LogoutOutlined />, label: '退出登录' },
  ]
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        onClick: ({ key }) => (key === 'out' ? void logOut() : void navigate(operationsPaths.account)),
      }}
    >
      <Button look="text" aria-haspopup="menu">
        {self.display_name}
        <span className="quiet"> {self.roles.map(role => roleNames[role]).join('、')}</span>
      </Button>
    </Dropdown>
  )
}

/** Milliseconds between two reloads of the operator and the queues. */
const reloadInterval = 60_000

/** Reloads the operator on each page and once a minute, because the queues and the roles may change. */
function useFreshSelf(pathname: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect must run on each page
  useEffect(() => {
    void refreshSelf()
    const timer = setInterval(() => document.visibilityState === 'visible' && void refreshSelf(), reloadInterval)
    return () => clearInterval(timer)
  }, [pathname])
}

export function OperationsLayout() {
  const { pathname } = useLocation()
  const [menuOpen, setMenuOpen] = useState(false)
  useKeptAddress()
  useFreshSelf(pathname)
  usePageFocus(pathname)
  useEffect(keepCurrent, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setMenuOpen(false), [pathname])
  const self = useOperator()
  return (
    <div className="console operations">
      <SkipLink />
      <aside className="side">
        <Mark />
        <SideMenu />
      </aside>
      <Drawer open={menuOpen} placement="left" size={264} title={<Mark />} onClose={() => setMenuOpen(false)}>
        <SideMenu />
      </Drawer>
      <div className="console-main">
        <header className="bar console-bar">
          <Button
            className="menu-button"
            look="text"
            icon={<MenuOutlined />}
            aria-label="打开菜单"
            onClick={() => setMenuOpen(true)}
          />
          <div className="bar-end">
            <Commands sources={officeSources} />
            <OwnNotices />
            <ThemeSwitch />
            <OperatorMenu />
          </div>
        </header>
        <main className="console-page" id="main" tabIndex={-1}>
          <BackToList />
          <Reachable value={menu.filter(entry => self && maySee(entry, self.roles))}>
            <Suspense fallback={<PageWait />}>
              <Views value={viewStore}>
                <Outlet />
              </Views>
            </Suspense>
          </Reachable>
        </main>
      </div>
    </div>
  )
}
