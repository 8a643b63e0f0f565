import { maskPhone } from '#contract/rules.ts'
import { session } from '#web/data/session.ts'
import { keys, read } from '#web/data/storage.ts'
import { useCall } from '#web/data/use-call.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'

export function SessionState() {
  const { data, refused, loading } = useCall('checkManager', {})
  const start = Number(read(keys.startTime))
  const phone = session.phone()
  const state = data
    ? ({ word: '有效', tone: 'good' } as const)
    : loading
      ? ({ word: '检测中', tone: 'busy' } as const)
      : ({ word: refused?.msg ?? '未知', tone: 'bad' } as const)
  const facts = [
    { label: '登录状态', value: <StateTag state={state} /> },
    { label: '手机号', value: phone ? maskPhone(phone) : '本机没有记录' },
    { label: '角色', value: session.role() === 'admin' ? '企业管理员' : '普通用户' },
    { label: '登录时间', value: start ? `${dateTime(start)}（${fromNow(start)}）` : '本机没有记录' },
  ]
  return (
    <section className="sheet" aria-labelledby="session-title">
      <h2 id="session-title">登录状态</h2>
      <Facts list={facts} />
    </section>
  )
}
