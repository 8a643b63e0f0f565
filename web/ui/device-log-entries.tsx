import type { OutputOf } from '#contract/index.ts'
import type { Tone } from './states.ts'
import { Timeline } from './timeline.tsx'

type Entry = OutputOf<'getDeviceLog'>['list'][number]

const actions: Record<Entry['action'], { word: string; tone: Tone }> = {
  registered: { word: '登记', tone: 'busy' },
  seen: { word: '上线', tone: 'idle' },
  logged_in: { word: '登录', tone: 'idle' },
  changed: { word: '信息变化', tone: 'idle' },
  approved: { word: '审核通过', tone: 'good' },
  rejected: { word: '审核驳回', tone: 'bad' },
  audit_undone: { word: '撤销审核', tone: 'warn' },
  authorized: { word: '恢复授权', tone: 'good' },
  suspended: { word: '暂停授权', tone: 'warn' },
  handed_over: { word: '移交', tone: 'warn' },
  removed: { word: '移除', tone: 'bad' },
}

/** The history of a device, newest first. */
export const DeviceLogEntries = ({ list }: { list: readonly Entry[] }) => (
  <Timeline
    aria-label="设备日志"
    entries={list.map(({ action, actor_name, detail, ip, created_at }) => ({
      what: actions[action].word,
      tone: actions[action].tone,
      // A detail that only repeats the action is left out.
      detail: detail === actions[action].word ? null : detail,
      by: ip ? `${actor_name} · ${ip}` : actor_name,
      at: created_at,
    }))}
  />
)
