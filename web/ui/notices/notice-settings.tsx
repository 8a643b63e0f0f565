import { useState } from 'react'
import type { InputOf } from '#contract/index.ts'
import { noticeDuties } from '#contract/notice-duties.ts'
import { maskPhone } from '#contract/rules.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { useStore } from '#web/data/use-store.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'
import { kindLooks, type NoticeKind } from './kinds.tsx'

/** Saves each switch immediately and reverts one that could not be saved. */
export function NoticeSettings() {
  const { data, refused, reload } = useCall('getNoticeSettings', {})
  const { phone, manager, duty } = useStore(state => state)
  const [changed, setChanged] = useState<NoticeKind[]>()
  const [saving, setSaving] = useState<NoticeKind>()
  const { submit } = useSubmission({
    call: (input: InputOf<'setNoticeSettings'>, options) => api.setNoticeSettings(input, options),
    message: '',
    onSuccess: answer => setChanged(answer.data.sms),
  })
  const chosen = changed ?? data?.sms
  if (!chosen) return <Placeholder refused={refused} retry={reload} />

  async function choose(kind: NoticeKind, on: boolean) {
    // Kinds that are not listed here keep their setting.
    const rest = (chosen ?? []).filter(each => each !== kind)
    setSaving(kind)
    await submit({ sms: on ? [...rest, kind] : rest })
    setSaving(undefined)
  }

  const kinds = keysOf(kindLooks).filter(kind => {
    if (!kindLooks[kind].managers) return true
    return manager && (duty === null || noticeDuties[kind]?.includes(duty) === true)
  })
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
