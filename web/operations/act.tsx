import { type ComponentProps, createContext, use } from 'react'
import type { OperationName } from '#contract/operations/index.ts'
import { type ActingRole, mayCall, mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'
import { Button, type ButtonProps } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import type { Selection } from '#web/ui/list/use-selection.ts'
import type { MenuAction } from '#web/ui/menu-button.tsx'
import { calls } from './calls.generated.ts'
import { useOperator } from './operator.ts'

/**
 * An auditor sees every page but may change nothing: the server refuses every change, so none is offered. Where a button names the
 * call to which it leads, the contract decides; any other is for those who act on the page.
 */
export function useActs(call?: OperationName): boolean {
  const roles = useOperator()?.roles ?? []
  const acting = use(Acting)
  return call ? admits(roles, call) : !roles.includes('auditor') && (acting === undefined || mayDo(roles, acting))
}

/** The selection of a list, for those who may act on its rows: others would tick them for nothing. */
export const useActSelection = <Row,>(selection: Selection<Row>): Selection<Row> | undefined =>
  useActs() ? selection : undefined

function admits(roles: readonly OperatorRole[], call: OperationName): boolean {
  const { access, effect = 'read' } = calls[call]
  return typeof access === 'string' || mayCall(roles, { access, effect })
}

/** The roles that act on a page which others read too; undefined where everybody who reads it also acts. */
export const Acting = createContext<readonly ActingRole[] | undefined>(undefined)

interface Leading {
  /** The call to which it leads. */
  call?: OperationName
}

export const ActButton = ({ call, ...props }: ButtonProps & Leading) => useActs(call) && <Button {...props} />

/** A link to a page on which something is written. */
export const ActLink = (props: ComponentProps<typeof LinkButton>) => useActs() && <LinkButton {...props} />

export const ActExport = ({ call, ...props }: ComponentProps<typeof ExportButton> & Leading) =>
  useActs(call) && <ExportButton {...props} />

interface ActMenuProps {
  label: string
  /** `reads` marks what shows something without a call. */
  actions: readonly ((MenuAction & Leading & { reads?: true }) | null)[]
}

/** The further actions of a row, of which an auditor gets those that only show something. */
export function ActMenu({ label, actions }: ActMenuProps) {
  const roles = useOperator()?.roles ?? []
  const acts = useActs()
  const offered = actions
    .filter(action => (action?.call ? admits(roles, action.call) : acts || action?.reads))
    // The menu itself knows the console's calls alone.
    .map(action => action && { ...action, call: undefined })
  return offered.length > 0 && <RowMenu label={label} actions={offered} />
}
