import { useState, useSyncExternalStore } from 'react'
import type { InputOf } from '#contract/index.ts'
import { codeLabel, secondsLeft, watchCountdown } from '#web/account/code-countdown.ts'
import { settle } from '#web/account/send-code.ts'
import { api } from '#web/api.ts'

/** The button of an administrator's code: it goes to the own phone and is good for this action on these devices alone. */
export function useAdminCode(asked: InputOf<'getCompanyAdminCaptcha'>) {
  const [sending, setSending] = useState(false)
  const [phone, setPhone] = useState<string>()
  const seconds = useSyncExternalStore(watchCountdown, () => secondsLeft('admin'))
  async function send() {
    setSending(true)
    const answer = await api.getCompanyAdminCaptcha(asked)
    setSending(false)
    if (answer.ok) setPhone(answer.data.phone)
    settle('admin', answer)
  }
  return {
    label: sending ? '发送中…' : codeLabel('admin'),
    disabled: sending || seconds > 0,
    /** Where it went, masked; undefined before. */
    phone,
    send: () => void send(),
  }
}
