import { Skeleton, Switch } from 'antd'
import { useState } from 'react'
import { maskPhone } from '#contract/rules.ts'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { Failure } from '#web/ui/failure.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCall } from '#web/ui/use-call.ts'
import { useStore } from '#web/ui/use-store.ts'
import { kindLooks, type NoticeKind } from './kinds.tsx'

/** Each switch is saved at once; one that could not be saved goes back. */
export function NoticeSettings() {
  const { data, refused, reload } = useCall('getNoticeSettings', {}, { quiet: true })
  const { phone, manager } = useStore(state => state)
  const [changed, setChanged] = useState<NoticeKind[]>()
  const [saving, setSaving] = useState<NoticeKind>()
  const chosen = changed ?? data?.sms
  if (!chosen) return refused ? <Failure refused={refused} retry={reload} /> : <Skeleton active />

  async function choose(kind: NoticeKind, on: boolean) {
    // Kinds that are not shown keep what was chosen for them.
    const rest = (chosen ?? []).filter(each => each !== kind)
    setSaving(kind)
    const answer = await api.setNoticeSettings({ sms: on ? [...rest, kind] : rest }, { quiet: true })
    setSaving(undefined)
    if (answer.ok) setChanged(answer.data.sms)
    else if (!isSessionRefusal(answer)) toast.error(sentence(answer))
  }

  // The record's keys are the contract's kinds.
  const kinds = (Object.keys(kindLooks) as NoticeKind[]).filter(kind => manager || !kindLooks[kind].managers)
  return (
    <>
      <p className="notice-hint">站内通知总会保留。打开的类型会同时发送短信到 {maskPhone(phone)}，每天最多 10 条。</p>
      <ul className="notice-kinds">
        {kinds.map(kind => (
          <li key={kind}>
            <label htmlFor={`sms-${kind}`}>
              {kindLooks[kind].word}
              <span>{kindLooks[kind].about}</span>
            </label>
            <Switch
              id={`sms-${kind}`}
              checked={chosen.includes(kind)}
              loading={saving === kind}
              disabled={saving !== undefined}
              onChange={on => void choose(kind, on)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}
