import type { OperationOutput } from '#contract/operations/index.ts'

export type Company = OperationOutput<'getCompanyOverview'>

/** A colleague was faster: the reloaded page shows the state. */
export const stateChanged = [-53301]

export interface CompanyTabProps {
  company: Company
  /** Reports a change that the page's head also shows. */
  changed: () => void
}

export interface ActionDialogProps {
  company: Company
  open: boolean
  close: () => void
  done: () => void
}
