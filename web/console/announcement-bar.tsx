import './announcement-bar.css'
import { CloseOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { dismissAnnouncement, dismissedAnnouncements } from '#web/data/dismissed.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { Button } from '#web/ui/button.tsx'

/** Milliseconds between two reloads, unless an announcement ends sooner. */
const askAgain = 300_000

/** The provider's announcements, above every page of the console. Closing one hides it permanently in this browser. */
export function AnnouncementBar() {
  const called = useCall('getAnnouncementList', { place: 'console' }, { background: true })
  const [dismissed, setDismissed] = useState(dismissedAnnouncements)
  const list = called.data?.list ?? []
  const ends = list.flatMap(({ ends_at }) => (ends_at ? [Date.parse(ends_at) - Date.now() + 1_000] : []))
  usePolling(called, Math.max(1_000, Math.min(askAgain, ...ends)))
  const shown = list.filter(({ announcement_id }) => !dismissed.includes(announcement_id))
  if (!shown.length) return null
  return (
    <aside className="announcement-bar" aria-label="公告">
      {shown.map(({ announcement_id, title, html, level }) => (
        <div key={announcement_id} data-level={level}>
          <p>
            <strong>{title}</strong>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised on the server (server/engines/markdown/markdown.ts) */}
            <span dangerouslySetInnerHTML={{ __html: html }} />
          </p>
          <Button
            look="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={`关闭公告：${title}`}
            onClick={() => {
              dismissAnnouncement(announcement_id)
              setDismissed(dismissedAnnouncements())
            }}
          />
        </div>
      ))}
    </aside>
  )
}
