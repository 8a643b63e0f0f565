import { dutyRefusal } from '#contract/duty-names.ts'

/** Stands in a dialog that whoever opened it may not submit: a role may be taken back while it is open. */
export const ClosedCall = () => (
  <p className="closed-call" role="alert">
    {dutyRefusal}
  </p>
)
