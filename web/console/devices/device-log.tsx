import { Skeleton } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { Pages } from '#web/ui/list/pages.tsx'
import type { Tone } from '#web/ui/states.ts'
import { useCall } from '#web/ui/use-call.ts'

type Event = OutputOf<'getDeviceLog'>['list'][number]['action']

const looks: Record<Event, { word: string; tone: Tone }> = {
  registered: { word: '登记', tone: 'busy' },
  seen: { word: '上线', tone: 'idle' },
  changed: { word: '信息变化', tone: 'idle' },
  approved: { word: '审核通过', tone: 'good' },
  rejected: { word: '审核驳回', tone: 'bad' },
  authorized: { word: '恢复授权', tone: 'good' },
  suspended: { word: '暂停授权', tone: 'warn' },
  handed_over: { word: '移交', tone: 'warn' },
  removed: { word: '移除', tone: 'bad' },
}

const pageSize = 20

export function DeviceLog({ id }: { id: string }) {
  const [page, setPage] = useState(1)
  const asked = { device_id: id, page, page_size: pageSize }
  const { data, refused, reload } = useCall('getDeviceLog', asked, { quiet: true })
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} className="drawer-wait" />
  return (
    <>
      <ol className="device-log" aria-label="设备日志">
        {data.list.map(({ action, actor_name, detail, ip, created_at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no id, and a page of the log does not change
          <li key={`${created_at}:${index}`} data-tone={looks[action].tone}>
            <p>
              <strong>{looks[action].word}</strong>
              <time dateTime={created_at} title={fromNow(created_at)}>
                {dateTime(created_at)}
              </time>
            </p>
            <p>{detail}</p>
            <p className="quiet">
              {actor_name}
              {ip && ` · ${ip}`}
            </p>
          </li>
        ))}
      </ol>
      {data.total > pageSize && (
        <Pages simple current={page} pageSize={pageSize} total={data.total} onChange={setPage} />
      )}
    </>
  )
}
