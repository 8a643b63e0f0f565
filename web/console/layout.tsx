import '#web/ui/details.css'
import '#web/ui/layout.css'
import { MenuOutlined } from '@ant-design/icons'
import { memo, Suspense, useCallback, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { aboutDuty, type Duty, dutyNames } from '#contract/duty-names.ts'
import { articlePath, paths } from '#contract/paths.ts'
import { api, followRole } from '#web/data/api.ts'
import { onCompanyChange } from '#web/data/company-change.ts'
import { isReached } from '#web/data/console-pages.ts'
import { keepLive } from '#web/data/live.ts'
import { plainPath } from '#web/data/plain-path.ts'
import { store } from '#web/data/store.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { count } from '#web/ui/format.ts'
import { PageHelp } from '#web/ui/help-link.tsx'
import { usePageFocus } from '#web/ui/keyboard/kept-focus.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { viewStoreOf } from '#web/ui/list/view-store.ts'
import { Views } from '#web/ui/list/views.tsx'
import { NoticeBell } from '#web/ui/notices/notice-bell.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { Commands } from '#web/ui/palette/commands.tsx'
import { PhoneMenu } from '#web/ui/phone-menu.tsx'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { AnnouncementBar } from './announcement-bar.tsx'
import { BrandMenu } from './brand-menu.tsx'
import { consoleSources } from './command-sources.ts'
import { entryAt } from './menu.tsx'
import { SideMenu } from './side-menu.tsx'
import { TabsBar } from './tabs-bar.tsx'
import { TourPlace } from './tour/tour-place.tsx'
import { lastAddress } from './use-open-tabs.ts'

const MenuDrawer = onDemandPart(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

function CompanyLine() {
  const { info } = useProfile()
  const days = useStore(state => state.remainDays)
  // The role arrives together with the company's balance.
  useEffect(() => onCompanyChange(() => void followRole(true)), [])
  if (!info?.company_name) return null
  return (
    <div className="company-line">
      <strong title={info.company_name}>{info.company_name}</strong>
      {days !== null && (
        <span className="remaining" data-empty={days === 0 ? '' : undefined}>
          <ReachedLink to={`${paths.employees}?tab=ledger`}>
            剩余 <b>{count(days)}</b> 人天
          </ReachedLink>
        </span>
      )}
    </div>
  )
}

const brandMenu = <BrandMenu />
const announcementBar = <AnnouncementBar />
const viewStore = viewStoreOf({ load: api.getListViews, add: api.addListView, remove: api.removeListView })
const startTour = () => store.set({ tour: 'running' })

/** All pages have the same bar, so navigating must not render it again. */
const TopBar = memo(function TopBar({ openMenu }: { openMenu: () => void }) {
  return (
    <header className="bar console-bar">
      <Button className="menu-button" look="text" icon={<MenuOutlined />} aria-label="打开菜单" onClick={openMenu} />
      <CompanyLine />
      <div className="bar-end">
        <Commands sources={consoleSources} tour={startTour} />
        <NoticeBell />
        {/* On a phone it is in the menu, to leave room for the company's name. */}
        <ThemeSwitch className="wide-only" />
        <PhoneMenu />
      </div>
    </header>
  )
})

/** The menu does not lead here, but a colleague's link may. */
const Unreached = ({ duty, limited }: { duty: Duty | null; limited: boolean }) => (
  <section className="sheet">
    <h1>您的角色看不到这一页</h1>
    <p className="quiet">
      {duty && `您的角色是“${dutyNames[duty]}”：${aboutDuty(duty, limited)}。`}需要更多时请联系企业管理员。
    </p>
  </section>
)

export function ConsoleLayout() {
  const { pathname } = useLocation()
  const [menuOpen, setMenuOpen] = useState(false)
  const openMenu = useCallback(() => setMenuOpen(true), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the menu
  useEffect(() => setMenuOpen(false), [pathname])
  const manager = useStore(state => state.manager)
  useEffect(() => (manager === 1 ? keepLive() : undefined), [manager])
  usePageFocus(pathname)
  const duty = useStore(state => state.duty)
  const places = useStore(state => state.dutyDepartments)
  const entry = entryAt(pathname)
  const reached = !entry || isReached(entry, duty, places !== null)
  if (plainPath(pathname) === paths.control) return <Navigate to={lastAddress()} replace />
  return (
    <div className="console">
      <SkipLink />
      <aside className="side">
        {brandMenu}
        <SideMenu />
      </aside>
      <MenuDrawer open={menuOpen} close={() => setMenuOpen(false)} />
      <div className="console-main">
        <div className="console-head">
          <TopBar openMenu={openMenu} />
          <TabsBar />
        </div>
        {announcementBar}
        <main className="console-page" id="main" tabIndex={-1}>
          {duty && (
            <p className="duty-note">
              您的角色是“{dutyNames[duty]}”：{aboutDuty(duty, places !== null)}。
              {places && `所限部门：${places.join('、') || '已删除'}。`}
            </p>
          )}
          <Suspense fallback={<PageWait />}>
            <PageHelp value={entry?.help && articlePath('help', entry.help)}>
              <Views value={viewStore}>
                {reached ? <Outlet /> : <Unreached duty={duty} limited={places !== null} />}
              </Views>
            </PageHelp>
          </Suspense>
        </main>
      </div>
      <TourPlace />
    </div>
  )
}
