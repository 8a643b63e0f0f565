import type { StateLook } from './states.ts'

export const StateTag = ({ state }: { state: StateLook }) => (
  <span className="state" data-tone={state.tone}>
    {state.word}
  </span>
)
