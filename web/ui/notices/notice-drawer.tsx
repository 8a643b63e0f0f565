import { ArrowLeftOutlined, SettingOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useStore } from '#web/data/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '../drawer.tsx'
import { scaled } from '../scaled.ts'
import { Segmented } from '../segmented.tsx'
import { NoticeList } from './notice-list.tsx'
import { NoticeSettings } from './notice-settings.tsx'
import { useNotices } from './use-notices.ts'

const views = [
  { value: 'all', label: '全部' },
  { value: 'unread', label: '未读' },
]

export function NoticeDrawer({ open, close }: { open: boolean; close: () => void }) {
  const [view, setView] = useState('all')
  const [settings, setSettings] = useState(false)
  const unread = useStore(state => state.unread)
  const notices = useNotices(view === 'unread', open && !settings)
  const away = () => {
    setSettings(false)
    close()
  }
  const title = settings ? (
    <span className="notice-title">
      <Button look="text" icon={<ArrowLeftOutlined />} aria-label="返回通知" onClick={() => setSettings(false)} />
      短信提醒
    </span>
  ) : (
    '通知'
  )
  const tools = settings ? null : (
    <>
      <Button look="link" size="small" disabled={!unread} onClick={() => void notices.read()}>
        全部已读
      </Button>
      <Button
        look="text"
        icon={<SettingOutlined />}
        aria-label="短信提醒设置"
        title="短信提醒设置"
        onClick={() => setSettings(true)}
      />
    </>
  )
  return (
    <Drawer className="notice-drawer" open={open} onClose={away} size={scaled(420)} title={title} extra={tools}>
      {settings ? (
        <NoticeSettings />
      ) : (
        <>
          <Segmented block aria-label="通知范围" options={views} value={view} onChange={setView} />
          <NoticeList notices={notices} unreadOnly={view === 'unread'} close={away} />
        </>
      )}
    </Drawer>
  )
}
