import { count } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import type { StateLook } from '#web/ui/states.ts'
import { ReachLink } from '../reach-link.tsx'

interface StatesCardProps<State extends string> {
  title: string
  unit: string
  states: readonly { state: State; count: number }[]
  looks: Record<State, StateLook>
  to: (state: State) => string
}

/** The number in each state, each linked to its list. */
export const StatesCard = <State extends string>({ title, unit, states, looks, to }: StatesCardProps<State>) => (
  <section className="sheet" aria-label={title}>
    <div className="sheet-head">
      <h2>{title}</h2>
      <span className="quiet">
        共 {count(states.reduce((sum, each) => sum + each.count, 0))} {unit}
      </span>
    </div>
    <ul className="states-list">
      {states.map(({ state, count: many }) => (
        <li key={state}>
          <StateTag state={looks[state]} />
          <b>
            <ReachLink to={to(state)} aria-label={`${looks[state].word}的${title} ${count(many)} ${unit}`}>
              {count(many)}
            </ReachLink>
          </b>
        </li>
      ))}
    </ul>
  </section>
)
