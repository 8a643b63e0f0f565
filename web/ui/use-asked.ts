import { useState } from 'react'

export interface Asked<Question> {
  question: Question | undefined
  open: boolean
  /** Another one each time: as a dialog's key it makes the dialog begin anew. */
  round: number
  ask: (question: Question) => void
  close: () => void
}

/** What a dialog is about. It stays while the dialog closes, so that its words don't vanish before it does. */
export function useAsked<Question>(): Asked<Question> {
  const [state, setState] = useState<{ question?: Question; open: boolean; round: number }>({ open: false, round: 0 })
  return {
    question: state.question,
    open: state.open,
    round: state.round,
    ask: question => setState(({ round }) => ({ question, open: true, round: round + 1 })),
    close: () => setState(before => ({ ...before, open: false })),
  }
}
