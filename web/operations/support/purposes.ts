import { messagePurposeNames } from '#contract/message-purposes.ts'
import { kindLooks } from '#web/ui/notices/kinds.tsx'

const names: Record<string, string> = messagePurposeNames
const notices: Record<string, { word: string }> = kindLooks

/** The label of an SMS's purpose: a code, an invitation, or a notice that was also sent by SMS. */
export const purposeWord = (purpose: string): string =>
  names[purpose] ?? (notices[purpose] ? `通知：${notices[purpose].word}` : purpose)
