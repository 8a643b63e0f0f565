import { maxPersonDays } from '#contract/people.ts'
import { useStore } from '#web/data/use-store.ts'
import { count } from '#web/ui/format.ts'
import { within } from '#web/ui/whole.ts'
import { WholeNumber } from '#web/ui/whole-number.tsx'

/** Returns the problem with the days, which may be blank. */
export const reserveProblem = (days: number | null) =>
  days === null || within(days, 1, maxPersonDays) ? undefined : `请输入 1 到 ${count(maxPersonDays)} 天，或留空`

interface ReserveDaysProps {
  value: number | null
  change: (days: number | null) => void
  /** The number of people who get these days each. */
  people: number
  problem: string | undefined
  /** An additional note on the cost. */
  note?: string
}

/** Asks for the days to reserve for each invited person; blank for none. */
export function ReserveDays({ value, change, people, problem, note }: ReserveDaysProps) {
  const remaining = useStore(state => state.remainDays)
  return (
    <div className="draft-field reserve-days">
      <label htmlFor="reserve-days">为每人预留时长（选填）</label>
      <WholeNumber
        id="reserve-days"
        suffix="天"
        value={value}
        onChange={change}
        {...(problem && { status: 'error' as const, 'aria-describedby': 'reserve-problem' })}
      />
      {problem ? (
        <span className="draft-problem" id="reserve-problem" role="alert">
          {problem}
        </span>
      ) : (
        <span className="quiet">
          {value
            ? `共 ${count(value * people)} 人天，自本人同意时起算，未加入则全部退回`
            : '可以现在预留，也可以之后再分配'}
          {note && `；${note}`}
          {remaining !== null && `；企业剩余 ${count(remaining)} 人天`}
        </span>
      )}
    </div>
  )
}
