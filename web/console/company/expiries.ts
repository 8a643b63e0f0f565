import type { OutputOf } from '#contract/index.ts'

type Data = Pick<OutputOf<'getCompanyData'>, 'expiries' | 'employees'>

/** The days that the home page covers, and within which it and the list of employees call an end soon. */
export const daysAhead = 90
export const soon = 15

export interface ExpiryDay {
  /** 2026-11-20, in China. */
  day: string
  /** Days from today. */
  ahead: number
  ending: number
  /** The number of lines that end. */
  lines: number
  /** The number of people still in service after the day if nothing is renewed. */
  left: number
}

const dayMs = 86_400_000

/** Lists every day from `today` on, including those without an expiry. */
export function expiryDays({ expiries, employees }: Data, today: string): ExpiryDay[] {
  const ending = new Map(expiries.map(each => [each.day, each]))
  // UTC days all have 24 hours, so the browser's time zone does not matter.
  const start = Date.parse(`${today}T00:00:00Z`)
  let left = employees.in_service
  return Array.from({ length: daysAhead }, (_, ahead) => {
    const day = new Date(start + ahead * dayMs).toISOString().slice(0, 10)
    const { employees: ends = 0, lines = 0 } = ending.get(day) ?? {}
    left -= ends
    return { day, ahead, ending: ends, lines, left }
  })
}

/** Summarises the chart in one sentence. */
export function expirySummary(days: readonly ExpiryDay[]): string {
  const total = days.reduce((sum, { ending }) => sum + ending, 0)
  const lines = days.reduce((sum, each) => sum + each.lines, 0)
  const ofLines = lines ? `；${lines} 条专线到期` : ''
  if (!total) return `未来 ${daysAhead} 天没有员工的服务到期${ofLines}`
  const near = days.filter(({ ahead }) => ahead < soon).reduce((sum, { ending }) => sum + ending, 0)
  const first = days.find(({ ending }) => ending > 0)
  const left = days.at(-1)?.left ?? 0
  return `未来 ${daysAhead} 天有 ${total} 名员工到期，其中 ${soon} 天内 ${near} 名；最早 ${first?.day}。若不续期，${daysAhead} 天后仍在服务 ${left} 名${ofLines}`
}
