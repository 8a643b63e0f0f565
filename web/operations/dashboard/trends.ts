import type { OperationOutput } from '#contract/operations/index.ts'
import { count, yuan } from '#web/ui/format.ts'

export type Days = OperationOutput<'getDashboard'>['days']

export const measures = ['registrations', 'companies', 'revenue'] as const
export type Measure = (typeof measures)[number]

export const measureLooks: Record<Measure, { word: string; token: string; shown: (value: number) => string }> = {
  registrations: { word: '注册', token: 'brand', shown: value => `${count(value)} 人` },
  companies: { word: '认证企业', token: 'accent', shown: value => `${count(value)} 家` },
  revenue: { word: '实收（未减退款）', token: 'warn', shown: yuan },
}

/** Summarises a chart in one sentence. */
export function trendSummary(days: Days, measure: Measure): string {
  const { word, shown } = measureLooks[measure]
  const of = (day: Days[number]) => day[measure] ?? 0
  const total = days.reduce((sum, day) => sum + of(day), 0)
  if (!total) return `最近 ${days.length} 天没有${word}`
  const most = days.reduce((best, day) => (of(day) > of(best) ? day : best))
  return `最近 ${days.length} 天${word} ${shown(total)}，最多的一天是 ${most.day}，${shown(of(most))}`
}
