import { dutyRefusal } from '#contract/duty-names.ts'

/** Shown in a dialog that the user may not submit: a role may be taken away while it is open. */
export const ClosedCall = () => (
  <p className="closed-call" role="alert">
    {dutyRefusal}
  </p>
)
