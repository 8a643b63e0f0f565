import './notices.css'
import { BellOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useStore } from '#web/ui/use-store.ts'
import { whileShown } from '#web/ui/while-shown.ts'
import { askUnread, badge, unreadEvery } from './unread.ts'

const NoticeDrawer = lazy(async () => ({ default: (await import('./notice-drawer.tsx')).NoticeDrawer }))

/** How many notices are unread, asked again each minute while the page is looked at; behind it the notices. */
export function NoticeBell() {
  const unread = useStore(state => state.unread)
  const [drawer, setDrawer] = useState<'unopened' | 'open' | 'closed'>('unopened')
  useEffect(() => whileShown(() => void askUnread(), unreadEvery), [])
  return (
    <>
      <Button
        type="text"
        className="bell"
        aria-label={unread ? `通知，${unread} 条未读` : '通知'}
        title="通知"
        icon={<BellOutlined />}
        onClick={() => setDrawer('open')}
      >
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {badge(unread)}
          </span>
        )}
      </Button>
      {drawer !== 'unopened' && (
        <Suspense>
          <NoticeDrawer open={drawer === 'open'} close={() => setDrawer('closed')} />
        </Suspense>
      )}
    </>
  )
}
