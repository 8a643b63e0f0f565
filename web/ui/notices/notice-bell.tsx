import './notices.css'
import { BellOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { onCompanyChange } from '#web/data/company-change.ts'
import { session } from '#web/data/session.ts'
import { useStore } from '#web/data/use-store.ts'
import { whileVisible } from '#web/data/while-visible.ts'
import { Button } from '#web/ui/button.tsx'
import { onDemandPart } from '../lazy-part.tsx'
import { badge, loadUnread, unreadInterval } from './unread.ts'

const NoticeDrawer = onDemandPart(async () => (await import('./notice-drawer.tsx')).NoticeDrawer)

/**
 * Shows the number of unread notices, and opens them. The number is reloaded each minute while the page is visible, and for
 * managers also after every change of the company: a warning is worth most while it can still be heeded.
 */
export function NoticeBell() {
  const unread = useStore(state => state.unread)
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the notices
  useEffect(() => setOpen(false), [pathname])
  useEffect(() => whileVisible(() => void loadUnread(), unreadInterval), [])
  useEffect(() => onCompanyChange(() => void (session.role() === 'admin' && loadUnread())), [])
  return (
    <>
      <Button
        look="text"
        className="bell"
        aria-label={unread ? `通知，${unread} 条未读` : '通知'}
        title="通知"
        icon={<BellOutlined />}
        onClick={() => setOpen(true)}
      >
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {badge(unread)}
          </span>
        )}
      </Button>
      <NoticeDrawer open={open} close={() => setOpen(false)} />
    </>
  )
}
