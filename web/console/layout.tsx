import '#web/ui/layout.css'
import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { plainPath } from '#web/data/plain-path.ts'
import { store } from '#web/data/store.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { useStore } from '#web/data/use-store.ts'
import { count } from '#web/ui/format.ts'
import { NoticeBell } from '#web/ui/notices/notice-bell.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { Commands } from '#web/ui/palette/commands.tsx'
import { PhoneMenu } from '#web/ui/phone-menu.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { BrandMenu } from './brand-menu.tsx'
import { consoleSources } from './command-sources.ts'
import { entryOf } from './menu.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabsBar } from './tabs-bar.tsx'

const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

function CompanyLine() {
  const { info } = useProfile()
  const days = useStore(state => state.remainDays)
  if (!info?.company_name) return null
  return (
    <div className="company-line">
      <strong title={info.company_name}>{info.company_name}</strong>
      {days !== null && (
        <span className="remaining" data-empty={days === 0 ? '' : undefined}>
          剩余 <b>{count(days)}</b> 人天
        </span>
      )}
    </div>
  )
}

function TopBar({ openMenu }: { openMenu: () => void }) {
  return (
    <header className="bar console-bar">
      <Button className="menu-button" type="text" icon={<MenuOutlined />} aria-label="打开菜单" onClick={openMenu} />
      <CompanyLine />
      <div className="bar-end">
        <Commands sources={consoleSources} />
        <NoticeBell />
        <ThemeSwitch />
        <PhoneMenu />
      </div>
    </header>
  )
}

export function ConsoleLayout() {
  const { pathname } = useLocation()
  /** Undefined until it opens for the first time: wide screens never need the drawer. */
  const [menuOpen, setMenuOpen] = useState<boolean>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setMenuOpen(open => open && false), [pathname])
  if (plainPath(pathname) === paths.control)
    return <Navigate to={entryOf(store.get().menu.id)?.path ?? paths.managePersonal} replace />
  return (
    <div className="console">
      <SkipLink />
      <aside className="side">
        <BrandMenu />
        <SideMenu />
      </aside>
      {menuOpen !== undefined && (
        <Suspense>
          <MenuDrawer open={menuOpen} close={() => setMenuOpen(false)} />
        </Suspense>
      )}
      <div className="console-main">
        <div className="console-head">
          <TopBar openMenu={() => setMenuOpen(true)} />
          <TabsBar />
        </div>
        <AnnouncementBar />
        <main className="console-page" id="main" tabIndex={-1}>
          <Suspense fallback={<PageWait />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  )
}
