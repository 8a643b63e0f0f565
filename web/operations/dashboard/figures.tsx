import '#web/ui/tiles.css'
import { countedDevices } from '#contract/operations/dashboard-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { count, yuan } from '#web/ui/format.ts'
import { ReachLink } from '../reach-link.tsx'
import { lists } from './lists.ts'

type Data = OperationOutput<'getDashboard'>

interface FigureProps {
  title: string
  recent: { today: number; week: number; month: number }
  shown: (value: number) => string
  to: (days: number) => string
  note?: React.ReactNode
}

const spans = [
  { key: 'week', days: 7 },
  { key: 'month', days: 30 },
] as const

/** A figure: today in large type, the longer period below. */
const Figure = ({ title, recent, shown, to, note }: FigureProps) => (
  <div>
    <dt>今日{title}</dt>
    <dd>
      <ReachLink to={to(1)} aria-label={`今日${title} ${shown(recent.today)}`}>
        {shown(recent.today)}
      </ReachLink>
    </dd>
    <dd className="figure-more">
      {spans.map(({ key, days }) => (
        <span key={key}>
          {days} 天{' '}
          <ReachLink to={to(days)} aria-label={`最近 ${days} 天${title} ${shown(recent[key])}`}>
            {shown(recent[key])}
          </ReachLink>
        </span>
      ))}
      {note}
    </dd>
  </div>
)

export function Figures({ data }: { data: Data }) {
  const { registrations, companies, revenue, online } = data
  return (
    <dl className="tiles dashboard-figures">
      <Figure title="注册" recent={registrations} shown={count} to={lists.accounts} />
      <Figure
        title="认证企业"
        recent={companies}
        shown={count}
        to={lists.companies}
        note={
          <span>
            共{' '}
            <ReachLink to={lists.companies()} aria-label={`认证企业共 ${count(companies.all)}`}>
              {count(companies.all)}
            </ReachLink>
          </span>
        }
      />
      {revenue && <Figure title="实收（未减退款）" recent={revenue} shown={yuan} to={lists.revenue} />}
      <div>
        <dt>在线设备</dt>
        <dd>
          <ReachLink to={lists.online()} aria-label={`在线设备 ${count(online)}`}>
            {count(online)}
            {online >= countedDevices && '+'}
          </ReachLink>
        </dd>
        <dd className="figure-more">
          <span>最近 3 分钟内有上报</span>
        </dd>
      </div>
    </dl>
  )
}
