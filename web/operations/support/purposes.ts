import { smsPurposeNames } from '#contract/operations/companies-names.ts'
import { kindLooks } from '#web/ui/notices/kinds.tsx'

const notices: Record<string, { word: string }> = kindLooks

/** The label of an SMS's purpose: a code, an invitation, or a notice that also went by SMS. */
export const purposeWord = (purpose: string): string =>
  smsPurposeNames[purpose] ?? (notices[purpose] ? `通知：${notices[purpose].word}` : purpose)
