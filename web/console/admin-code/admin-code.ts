import { useState, useSyncExternalStore } from 'react'
import type { InputOf } from '#contract/index.ts'
import { api } from '#web/data/api.ts'
import { codeLabel, secondsLeft, watchCountdown } from '#web/ui/sms-code/code-countdown.ts'
import { reportSending } from '#web/ui/sms-code/send-code.ts'

/**
 * The button for an administrator's code. The code goes to the administrator's own phone and is valid for this action
 * on these devices or people only.
 */
export function useAdminCode(requested: InputOf<'getCompanyAdminCaptcha'>) {
  const [sending, setSending] = useState(false)
  const [phone, setPhone] = useState<string>()
  const seconds = useSyncExternalStore(watchCountdown, () => secondsLeft('admin'))
  async function send() {
    setSending(true)
    const answer = await api.getCompanyAdminCaptcha(requested)
    setSending(false)
    if (answer.ok) setPhone(answer.data.phone)
    reportSending('admin', answer)
  }
  return {
    label: sending ? '发送中…' : codeLabel('admin'),
    disabled: sending || seconds > 0,
    /** The masked phone it was sent to; undefined before. */
    phone,
    send: () => void send(),
  }
}
