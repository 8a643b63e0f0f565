import { Link } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { employeePath } from '#contract/paths.ts'
import { useMay } from '#web/data/may.ts'
import { useCall } from '#web/data/use-call.ts'
import { count, day } from '#web/ui/format.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { type ExpiryDay, expirySummary, soon } from './expiries.ts'
import { employeesEnding, linesEnding } from './links.ts'

type Person = OutputOf<'getCompanyUserList'>['list'][number]

/** The number of people listed by name, the first to end; the counts include everyone. */
const named = 100
/** The most names shown for one week; the rest are behind the number. */
const shownNames = 6

export interface Week {
  from: string
  to: string
  /** Days from today to the week's first day. */
  ahead: number
  ending: number
  lines: number
}

/** Groups the days into weeks from today, leaving out weeks in which nothing ends. */
export function weeksOf(days: readonly ExpiryDay[]): Week[] {
  const weeks: Week[] = []
  for (let at = 0; at < days.length; at += 7) {
    const some = days.slice(at, at + 7)
    const [first, last] = [some[0], some.at(-1)]
    if (!first || !last) continue
    const sum = (name: 'ending' | 'lines') => some.reduce((total, each) => total + each[name], 0)
    weeks.push({ from: first.day, to: last.day, ahead: first.ahead, ending: sum('ending'), lines: sum('lines') })
  }
  return weeks.filter(({ ending, lines }) => ending + lines > 0)
}

const toneOf = ({ ahead }: Week) => (ahead < 7 ? 'danger' : ahead < soon ? 'warn' : 'brand')
const wordOf = ({ ahead, from, to }: Week) => (ahead === 0 ? '7 天内' : `${from.slice(5)} 至 ${to.slice(5)}`)

/** Shows by name which people and lines end in each week. */
export function WeekBuckets({ days }: { days: readonly ExpiryDay[] }) {
  return useMay()('getCompanyUserList') ? <NamedWeeks days={days} /> : <Weeks days={days} people={[]} />
}

function NamedWeeks({ days }: { days: readonly ExpiryDay[] }) {
  const { data } = useCall(
    'getCompanyUserList',
    { state: 'active', service: 'in_service', order: 'service_end', page: 1, page_size: named },
    { remember: true },
  )
  return <Weeks days={days} people={data?.list ?? []} />
}

function Weeks({ days, people }: { days: readonly ExpiryDay[]; people: readonly Person[] }) {
  const weeks = weeksOf(days)
  const most = Math.max(1, ...weeks.map(({ ending, lines }) => Math.max(ending, lines)))
  return (
    <ol className="weeks" aria-label={expirySummary(days)}>
      {weeks.map(week => (
        <li key={week.from} data-tone={toneOf(week)}>
          <strong>{wordOf(week)}</strong>
          <span className="week-bar" aria-hidden="true">
            <span style={{ width: `${(100 * week.ending) / most}%` }} />
          </span>
          <span className="week-figures">
            {week.ending > 0 && <ReachedLink to={employeesEnding(week)}>{count(week.ending)} 人</ReachedLink>}
            {week.lines > 0 && <ReachedLink to={linesEnding(week)}>{count(week.lines)} 条专线</ReachedLink>}
          </span>
          <Names people={people.filter(person => endsIn(person, week))} total={week.ending} />
        </li>
      ))}
    </ol>
  )
}

const endsIn = ({ service_ends_at }: Person, { from, to }: Week): boolean => {
  const end = service_ends_at && day(service_ends_at)
  return Boolean(end && end >= from && end <= to)
}

function Names({ people, total }: { people: readonly Person[]; total: number }) {
  const shown = people.slice(0, shownNames)
  if (!shown.length) return null
  return (
    <span className="week-names">
      {shown.map(({ employee_id, name }) => (
        <Link key={employee_id} to={employeePath(employee_id)}>
          {name}
        </Link>
      ))}
      {/* For a later week, the named people may be only a part of those who end. */}
      {total > shown.length && <span className="quiet">等 {count(total)} 人</span>}
    </span>
  )
}
