import { CheckOutlined } from '@ant-design/icons'
import { useNavigate } from 'react-router'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Sentence } from '../sentence.tsx'
import { lookOf, type Notice } from './kinds.tsx'
import type { useNotices } from './use-notices.ts'

interface NoticeListProps {
  notices: ReturnType<typeof useNotices>
  unreadOnly: boolean
  close: () => void
}

/** Accepts only pages of the portal. */
const isPortalPage = (link: string) => /^\/(?!\/)/.test(link)

export function NoticeList({ notices, unreadOnly, close }: NoticeListProps) {
  const navigate = useNavigate()
  const { list, refused, busy, more } = notices
  if (!list) return refused ? <Failure refused={refused} retry={notices.retry} /> : <Waiting />
  if (!list.length)
    return (
      <div className="notice-empty">
        <h3>{unreadOnly ? '没有未读通知' : '还没有通知'}</h3>
        <p>{unreadOnly ? '新的消息到来时，铃铛上会显示数量。' : '服务即将到期、新设备等待审核等消息会出现在这里。'}</p>
      </div>
    )

  function follow({ notice_id, link, read }: Notice) {
    if (!read) void notices.read([notice_id])
    if (!isPortalPage(link)) return
    void navigate(link)
    close()
  }

  return (
    <>
      <ul className="notices">
        {list.map(notice => (
          <NoticeItem
            key={notice.notice_id}
            notice={notice}
            follow={() => follow(notice)}
            read={() => void notices.read([notice.notice_id])}
          />
        ))}
      </ul>
      {refused && <Failure refused={refused} retry={notices.loadMore} />}
      {more && !refused && (
        <Button block look="link" loading={busy} onClick={notices.loadMore}>
          更早的通知
        </Button>
      )}
    </>
  )
}

function NoticeItem({ notice, follow, read }: { notice: Notice; follow: () => void; read: () => void }) {
  const look = lookOf(notice.kind)
  return (
    <li className="notice" data-unread={notice.read ? undefined : ''}>
      <span className="notice-mark" data-tone={look.tone} aria-hidden="true">
        {look.icon}
      </span>
      <button type="button" className="notice-body" onClick={follow}>
        <strong>
          {!notice.read && <span className="only-heard">未读：</span>}
          {notice.title}
        </strong>
        <span>
          <Sentence text={notice.text} />
        </span>
        <time dateTime={notice.created_at} title={dateTime(notice.created_at)}>
          {fromNow(notice.created_at)}
        </time>
      </button>
      {!notice.read && (
        <Button
          look="text"
          size="small"
          icon={<CheckOutlined />}
          aria-label={`将「${notice.title}」标为已读`}
          title="标为已读"
          onClick={read}
        />
      )}
    </li>
  )
}

const Waiting = () => (
  <div className="notice-wait">
    {[0, 1, 2].map(each => (
      <Skeleton key={each} title={false} avatar rows={2} />
    ))}
  </div>
)
