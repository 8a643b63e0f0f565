import type { OutputOf } from '#contract/index.ts'
import { employeeStateNames, listedRows } from '#contract/people.ts'
import { count } from '#web/ui/format.ts'

type Data = OutputOf<'getCompanyData'>

/** The count stops at listedRows; the text then has a plus sign. */
export const onlineText = (online: number) => (online >= listedRows ? `${count(listedRows)}+` : undefined)

/** A figure of a chart; `token` is its colour. */
export interface Share {
  word: string
  value: number
  token: string
  /** A text for values that need more than the number. */
  text?: string | undefined
}

/** Counts each person once: in service, otherwise active, not yet agreed or declined, disabled. */
export const peopleShares = ({ total, active, in_service, invited, disabled }: Data['employees']): Share[] => [
  { word: '服务中', value: in_service, token: 'accent' },
  { word: '在职，无剩余时长', value: Math.max(0, active - in_service), token: 'warn' },
  { word: employeeStateNames.invited, value: invited, token: 'brand' },
  { word: '已停用', value: disabled, token: 'line-strong' },
  { word: '已谢绝或过期', value: total - active - invited - disabled, token: 'line' },
]

export const deviceShares = ({ online, pending, outdated }: Data['devices']): Share[] => [
  { word: '在线', value: online, token: 'accent', text: onlineText(online) },
  { word: '待审核', value: pending, token: 'brand' },
  { word: '客户端旧版本', value: outdated, token: 'warn' },
]

export const shareSummary = (of: string, unit: string, shares: readonly Share[]) =>
  `${of}：${shares.map(({ word, value, text = value }) => `${word} ${text} ${unit}`).join('，')}`
