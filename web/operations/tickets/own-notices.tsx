import { BellOutlined } from '@ant-design/icons'
import { Badge, Popover } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { whileVisible } from '#web/data/while-visible.ts'
import { Button } from '#web/ui/button.tsx'
import { fromNow } from '#web/ui/format.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'

/** Milliseconds between two calls. */
const reloadInterval = 60_000

/** Lists the tickets, follow-ups and requests that await this operator, and notices that only need to be dismissed. */
export function OwnNotices() {
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const { data, reload } = useOperation('getOwnNoticeList', {}, { background: true })
  useEffect(() => whileVisible(reload, reloadInterval), [reload])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was done on one page is gone on the next
  useEffect(() => {
    setOpen(false)
    reload()
  }, [pathname])
  const dismissing = useSubmission({ call: api.dismissOwnNotice, message: '', done: reload, outdatedBy: [-53021] })
  const list = data?.list ?? []
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      open={open}
      onOpenChange={setOpen}
      title="等着您的"
      content={
        list.length ? (
          <ul className="own-notices">
            {list.map(({ subject, title, text, link, informs, created_at }) => (
              <li key={subject}>
                <Link to={link}>{title}</Link>
                <span className="own-notice-text">{text}</span>
                <span className="quiet">{fromNow(created_at)}</span>
                {informs && (
                  <Button
                    size="small"
                    look="text"
                    aria-label={`收起“${title}”`}
                    onClick={() => void dismissing.submit({ subject })}
                  >
                    知道了
                  </Button>
                )}
              </li>
            ))}
          </ul>
        ) : (
          <span className="quiet">没有等着您的事</span>
        )
      }
    >
      <Button look="text" aria-haspopup="dialog" aria-label={list.length ? `提醒，${list.length} 条` : '提醒'}>
        <Badge count={list.length} size="small">
          <BellOutlined />
        </Badge>
      </Button>
    </Popover>
  )
}
