import { newTicketPath, paths } from '#contract/paths.ts'
import { consolePageAt } from '#web/data/console-pages.ts'
import { useReach } from '#web/data/reach.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Reports whether the user may ask the provider; tickets may be outside a duty. */
export function useAsks(): boolean {
  const { isReached } = useReach()
  const page = consolePageAt(paths.tickets)
  return page !== undefined && isReached(page)
}

interface TicketLinkProps extends NonNullable<Parameters<typeof newTicketPath>[0]> {
  /** Distinguishes it from others on the page for users who cannot see its position. */
  label?: string
  size?: 'small'
}

/** Begins a ticket about the object beside it. */
export const TicketLink = ({ label, size = undefined, ...about }: TicketLinkProps) =>
  useAsks() && (
    <LinkButton size={size} to={newTicketPath(about)} aria-label={label}>
      提交工单
    </LinkButton>
  )
