import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Brand } from '#web/ui/brand.tsx'
import { usePageFocus } from '#web/ui/keyboard/kept-focus.ts'
import { NoticeBell } from '#web/ui/notices/notice-bell.tsx'
import { PhoneMenu } from '#web/ui/phone-menu.tsx'
import { SiteTabs } from '#web/ui/site-tabs.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'

/** The layout of account pages outside the console: the bar with the public pages' tabs above one column. */
export function AccountLayout() {
  usePageFocus(useLocation().pathname)
  return (
    <>
      <header className="bar site-bar">
        <Brand />
        <SiteTabs />
        <div className="bar-end">
          <NoticeBell />
          <ThemeSwitch />
          <PhoneMenu />
        </div>
      </header>
      <main className="column" id="main" tabIndex={-1}>
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}
