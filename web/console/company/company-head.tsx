import { Skeleton } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { paths } from '#contract/paths.ts'
import { employeeStateNames } from '#contract/people.ts'
import { consolePageAt, isReached } from '#web/data/console-pages.ts'
import { useStore } from '#web/data/use-store.ts'
import { count } from '#web/ui/format.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { companyStates, type Tone, verificationStates } from '#web/ui/states.ts'
import { CostFigure } from './cost-figure.tsx'
import { lists } from './links.ts'
import { onlineText } from './shares.ts'

interface Figure {
  label: string
  value: number
  unit: string
  /** A text for a value that needs more than the number. */
  text?: string | undefined
  /** The total, beside the value. */
  of?: string | undefined
  to?: string
  tone?: Tone
}

/** The list counts these apart as well. */
const linesBeside = ({ expiring, unbound }: OutputOf<'getCompanyData'>['lines']) =>
  [expiring && `即将到期 ${count(expiring)}`, unbound && `待绑定 ${count(unbound)}`].filter(Boolean).join(' · ') ||
  undefined

const figuresOf = ({ employees, devices, lines }: OutputOf<'getCompanyData'>, balance: number): Figure[] => [
  {
    label: '服务中的员工',
    value: employees.in_service,
    unit: '人',
    of: `在职 ${count(employees.active)}`,
    to: lists.inService,
  },
  { label: '可分配时长', value: balance, unit: '人天', tone: balance ? undefined : 'warn' },
  {
    label: '待审核设备',
    value: devices.pending,
    unit: '台',
    to: lists.waiting,
    tone: devices.pending ? 'warn' : undefined,
  },
  {
    label: '在线设备',
    value: devices.online,
    text: onlineText(devices.online),
    unit: '台',
    of: `共 ${count(devices.total)}`,
    to: lists.devices,
  },
  {
    label: '使用中的专线',
    value: lines.active,
    unit: '条',
    of: linesBeside(lines),
    to: lists.lines,
    tone: lines.unbound ? 'warn' : undefined,
  },
  { label: '客户端旧版本', value: devices.outdated, unit: '台', to: lists.outdated },
  { label: employeeStateNames.invited, value: employees.invited, unit: '人', to: lists.invited },
]

function FigureCell({ label, value, text = count(value), unit, of, to, tone }: Figure) {
  const figure = (
    <>
      <span data-tone={tone}>{text}</span>
      <small>
        {unit}
        {of && ` · ${of}`}
      </small>
    </>
  )
  return (
    <div>
      <dt>{label}</dt>
      <dd>{to ? <ReachedLink to={to}>{figure}</ReachedLink> : figure}</dd>
    </div>
  )
}

interface CompanyHeadProps {
  company: OutputOf<'getCompanyInfo'> | undefined
  data: OutputOf<'getCompanyData'> | undefined
}

export function CompanyHead({ company, data }: CompanyHeadProps) {
  const balance = useStore(state => state.remainDays)
  const duty = useStore(state => state.duty)
  const costs = consolePageAt(paths.costs)
  const seesCosts = costs !== undefined && isReached(costs, duty)
  return (
    <section className="sheet" aria-labelledby="company-title">
      <div className="company-head">
        <span className="initial" aria-hidden="true">
          {company && [...company.name][0]}
        </span>
        <div>
          <h1 id="company-title">{company?.name ?? <Skeleton.Input active size="small" />}</h1>
          <p>
            {company && (
              <>
                <StateTag state={verificationStates.approved} />
                <StateTag state={companyStates[company.state]} />
                <span className="quiet">
                  {[company.industry, company.size, `${count(company.department_count)} 个部门`]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </>
            )}
          </p>
        </div>
      </div>
      <dl className="figures-row">
        {data ? (
          <>
            {figuresOf(data, balance ?? data.balance).map(figure => (
              <FigureCell key={figure.label} {...figure} />
            ))}
            {seesCosts && <CostFigure />}
          </>
        ) : (
          Array.from({ length: seesCosts ? 8 : 7 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items are all the same
            <div key={index} aria-hidden="true">
              <dt>
                <span className="skeleton-line" />
              </dt>
              <dd>&nbsp;</dd>
            </div>
          ))
        )}
      </dl>
    </section>
  )
}
