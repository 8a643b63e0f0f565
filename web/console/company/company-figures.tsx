import type { OutputOf } from '#contract/index.ts'
import { listedLines } from '#contract/line-names.ts'
import { employeeStateNames } from '#contract/people.ts'
import { count, countUpTo } from '#web/ui/format.ts'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import type { Tone } from '#web/ui/states.ts'
import { lists } from './links.ts'
import { onlineText } from './shares.ts'

interface Figure {
  label: string
  value: number
  unit: string
  /** A text for values that need more than the number. */
  text?: string | undefined
  /** The total, shown beside the value. */
  of?: string | undefined
  to?: string
  tone?: Tone
}

/** The list shows separate counts for these too. */
const linesBeside = ({ expiring, unbound }: OutputOf<'getCompanyData'>['lines']) =>
  [expiring && `即将到期 ${countUpTo(expiring, listedLines)}`, unbound && `待绑定 ${countUpTo(unbound, listedLines)}`]
    .filter(Boolean)
    .join(' · ') || undefined

/** `limited` is for users limited to departments: the lines belong to the whole company. */
export const figuresOf = (
  { employees, devices, lines }: OutputOf<'getCompanyData'>,
  balance: number,
  limited: boolean,
): Figure[] => [
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
  },
  ...(limited ? [] : [linesFigure(lines)]),
  { label: '客户端旧版本', value: devices.outdated, unit: '台', to: lists.outdated },
  { label: employeeStateNames.invited, value: employees.invited, unit: '人', to: lists.invited },
]

export function FigureCell({ label, value, text = count(value), unit, of, to, tone }: Figure) {
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

const linesFigure = (lines: OutputOf<'getCompanyData'>['lines']): Figure => ({
  label: '使用中的专线',
  value: lines.active,
  text: countUpTo(lines.active, listedLines),
  unit: '条',
  of: linesBeside(lines),
  to: lists.lines,
  tone: lines.unbound ? 'warn' : undefined,
})
