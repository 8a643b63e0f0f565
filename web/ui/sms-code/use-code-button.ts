import { useState, useSyncExternalStore } from 'react'
import { codeLabel, secondsLeft, watchCountdown } from './code-countdown.ts'
import { sendCode, type TypedPurpose } from './send-code.ts'

/** A code button's state: its label, whether it is enabled, and the sending itself. */
export function useCodeButton(purpose: TypedPurpose) {
  const [state, setState] = useState<'sending' | 'proving' | 'idle'>('idle')
  const seconds = useSyncExternalStore(watchCountdown, () => secondsLeft(purpose))
  const label = { sending: '发送中…', proving: '正在进行安全验证…', idle: codeLabel(purpose) }[state]
  return {
    label,
    disabled: state !== 'idle' || seconds > 0,
    send: (phone: string) => sendCode(purpose, phone, setState),
  }
}
