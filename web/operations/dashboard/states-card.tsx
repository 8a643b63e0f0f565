import { count } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import type { StateLook } from '#web/ui/states.ts'
import { Reach } from './reach.tsx'

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
            <Reach to={to(state)} label={`${looks[state].word}的${title} ${count(many)} ${unit}`}>
              {count(many)}
            </Reach>
          </b>
        </li>
      ))}
    </ul>
  </section>
)
