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
 * Reports whether the user acts on the page. An auditor sees every page but may change nothing, so no changes are offered. If a
 * button names its call, the contract decides; other buttons are for the roles that act on the page.
 */
export function useMayAct(call?: OperationName): boolean {
  const roles = useOperator()?.roles ?? []
  const acting = use(ActingRoles)
  return call ? admits(roles, call) : !roles.includes('auditor') && (acting === undefined || mayDo(roles, acting))
}

/** The selection of a list, for those who may act on its rows: others would tick them for nothing. */
export const useActSelection = <Row,>(selection: Selection<Row>): Selection<Row> | undefined =>
  useMayAct() ? selection : undefined

function admits(roles: readonly OperatorRole[], call: OperationName): boolean {
  const { access, effect = 'read' } = calls[call]
  return typeof access === 'string' || mayCall(roles, { access, effect })
}

/** The roles that act on a page that others can also read; undefined if everyone who reads it also acts. */
export const ActingRoles = createContext<readonly ActingRole[] | undefined>(undefined)

interface Leading {
  /** The call to which the button leads. */
  call?: OperationName
}

export const ActButton = ({ call, ...props }: ButtonProps & Leading) => useMayAct(call) && <Button {...props} />

/** A link to a page for writing. */
export const ActLink = (props: ComponentProps<typeof LinkButton>) => useMayAct() && <LinkButton {...props} />

export const ActExport = ({ call, ...props }: ComponentProps<typeof ExportButton> & Leading) =>
  useMayAct(call) && <ExportButton {...props} />

interface ActMenuProps {
  label: string
  /** `reads` marks actions that show something without a call. */
  actions: readonly ((MenuAction & Leading & { reads?: true }) | null)[]
}

/** The further actions of a row; an auditor gets only those that show something. */
export function ActMenu({ label, actions }: ActMenuProps) {
  const roles = useOperator()?.roles ?? []
  const acts = useMayAct()
  const offered = actions
    .filter(action => (action?.call ? admits(roles, action.call) : acts || action?.reads))
    // The menu itself knows only the console's calls.
    .map(action => action && { ...action, call: undefined })
  return offered.length > 0 && <RowMenu label={label} actions={offered} />
}
