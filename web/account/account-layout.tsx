import { Button } from 'antd'
import { Suspense } from 'react'
import { Outlet } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useStore } from '#web/data/use-store.ts'
import { Brand } from '#web/ui/brand.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { NoticeBell } from '#web/ui/notices/notice-bell.tsx'
import { PhoneMenu } from '#web/ui/phone-menu.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'

/** The layout of account pages outside the console: a bar above one column. */
export function AccountLayout() {
  const manager = useStore(state => state.manager)
  return (
    <>
      <header className="bar">
        <Brand />
        <div className="bar-end">
          <Button type="text" href={paths.help} className="wide-only">
            帮助中心
          </Button>
          {manager === 1 && (
            <LinkButton type="text" to={paths.control}>
              控制台
            </LinkButton>
          )}
          <NoticeBell />
          <ThemeSwitch />
          <PhoneMenu />
        </div>
      </header>
      <main className="column">
        <Suspense>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}
