import './device-log.css'
import type { OutputOf } from '#contract/index.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Tone } from '#web/ui/states.ts'

type Entry = OutputOf<'getDeviceLog'>['list'][number]

const looks: Record<Entry['action'], { word: string; tone: Tone }> = {
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

/** What became of a device, newest first. */
export const DeviceLogEntries = ({ list }: { list: readonly Entry[] }) => (
  <ol className="device-log" aria-label="设备日志">
    {list.map(({ action, actor_name, detail, ip, created_at }, index) => (
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
)
