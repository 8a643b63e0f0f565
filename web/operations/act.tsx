import { type ComponentProps, createContext, use } from 'react'
import { type ActingRole, mayDo } from '#contract/operations/operator-names.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { type RowAction, RowMenu } from '#web/ui/list/row-menu.tsx'
import { useOperator } from './operator.ts'

/**
 * An auditor sees every page but may change nothing: the server refuses every change, so none is offered. Buttons that only show
 * something are plain ones.
 */
export function useActs(): boolean {
  const roles = useOperator()?.roles ?? []
  const acting = use(Acting)
  return !roles.includes('auditor') && (acting === undefined || mayDo(roles, acting))
}

/** The roles that act on a page which others read too; undefined where everybody who reads it also acts. */
export const Acting = createContext<readonly ActingRole[] | undefined>(undefined)

export const ActButton = (props: ButtonProps) => useActs() && <Button {...props} />

/** A link to a page on which something is written. */
export const ActLink = (props: ComponentProps<typeof LinkButton>) => useActs() && <LinkButton {...props} />

export const ActExport = (props: ComponentProps<typeof ExportButton>) => useActs() && <ExportButton {...props} />

interface ActMenuProps {
  label: string
  actions: readonly ((RowAction & { reads?: true }) | null)[]
}

/** The further actions of a row, of which an auditor gets those that only show something. */
export function ActMenu({ label, actions }: ActMenuProps) {
  const acts = useActs()
  const offered = acts ? actions : actions.filter(action => action?.reads)
  return offered.length > 0 && <RowMenu label={label} actions={offered} />
}
