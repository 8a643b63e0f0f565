import './plan.css'
import { usageLookbackDays } from '#contract/connection-names.ts'
import { count, dateTime } from '#web/ui/format.ts'
import { RetryNote } from '../retry-note.tsx'
import { Sentence } from '../sentence.tsx'
import { type AccessPlan, isEmptyPlan, type PlanState } from './use-plan.ts'

/** The most people or devices that one line of a plan names; the rest are counted. */
const shown = 8

interface PlanProps {
  plan: PlanState
  /** The act is a request that others decide on; the dialog that sends it explains how to withdraw it. */
  isRequest?: boolean
}

/** Shows who gains and who loses which usable lines by an act, before it is saved. */
export function Plan({ plan: { data, refused, loading, reload }, isRequest }: PlanProps) {
  return (
    <section
      className="quote plan"
      aria-label="对使用权限的影响"
      aria-live="polite"
      aria-busy={loading}
      data-tone={refused ? 'bad' : undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long plan scrolls, and so has to be reached by the keyboard
      tabIndex={0}
    >
      {refused ? (
        <p>
          <RetryNote refused={refused} reload={reload} />
        </p>
      ) : data ? (
        <Effects plan={data} isRequest={isRequest} />
      ) : (
        '正在计算对使用权限的影响…'
      )}
    </section>
  )
}

function Effects({ plan, isRequest }: { plan: AccessPlan; isRequest: boolean | undefined }) {
  const { gained, unserved, idle, lost, retimed, joining, connects, disconnects, used, undoable } = plan
  return (
    <>
      {isEmptyPlan(plan) && <p>没有人的使用权限会变化。</p>}
      <People touched={lost} word="人将失去能用的专线" tone="bad" />
      <Used used={used} />
      <People touched={gained} word="人将获得能用的专线" tone="good" />
      <People touched={unserved} word="人得到授权但没有服务时长，分配时长后才能使用" />
      <People touched={idle} word="人得到的专线现在不能用（未绑定、已到期或已暂停），恢复后才能使用" />
      <People touched={retimed} word="人的使用期限或时段改变" />
      <People touched={joining} word="人同意加入后获得专线" />
      <Devices touched={disconnects} word="台设备将不能再连接" tone="bad" />
      <Devices touched={connects} word="台设备将可以连接" tone="good" />
      {undoable ? (
        <p className="quiet">保存后十分钟内可以撤销，之后的提示与操作记录里都有“撤销”。</p>
      ) : (
        !isRequest && !isEmptyPlan(plan) && <p className="quiet">保存后不能撤销，要恢复须另行操作。</p>
      )}
    </>
  )
}

interface Side<Touched> {
  touched: Touched
  word: string
  tone?: 'good' | 'bad'
}

function People({ touched: { people, list }, word, tone }: Side<AccessPlan['gained']>) {
  if (!people) return null
  // Colleagues mostly gain and lose the same lines, so these are named once.
  const alike = Map.groupBy(list.slice(0, shown), ({ lines, line_names, times }) =>
    [lines > line_names.length ? `${line_names.join('、')}等 ${lines} 条` : line_names.join('、'), times]
      .filter(Boolean)
      .join('，'),
  )
  return (
    <Names
      title={`${count(people)} ${word}`}
      tone={tone}
      names={[...alike].map(([lines, some]) => `${some.map(({ name }) => name).join('、')}（${lines}）`)}
      more={people > shown}
    />
  )
}

/** Names the people who lose lines that they actually use. */
function Used({ used: { people, list } }: { used: AccessPlan['used'] }) {
  if (!people) return null
  return (
    <Names
      title={`其中 ${count(people)} 人最近 ${usageLookbackDays} 天用过`}
      tone="bad"
      names={list
        .slice(0, shown)
        .map(({ name, line_names, last_at }) => `${name}（${line_names.join('、')}，最后 ${dateTime(last_at)}）`)}
      more={people > shown}
    />
  )
}

function Devices({ touched: { devices, list }, word, tone }: Side<AccessPlan['connects']>) {
  if (!devices) return null
  return (
    <Names
      title={`${count(devices)} ${word}`}
      tone={tone}
      names={list.slice(0, shown).map(each => `${each.employee_name}的「${each.name}」（${each.lines} 条专线）`)}
      more={devices > shown}
    />
  )
}

interface NamesProps {
  title: string
  tone: 'good' | 'bad' | undefined
  names: string[]
  /** There are more than are named. */
  more: boolean
}

const Names = ({ title, tone, names, more }: NamesProps) => (
  <p data-tone={tone}>
    <b>{title}</b>：<Sentence text={names.join('、')} />
    {more && ' 等'}
  </p>
)
