import { newTicketPath, paths } from '#contract/paths.ts'
import { consolePageAt, isReached } from '#web/data/console-pages.ts'
import { useStore } from '#web/data/use-store.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

/** Tells whether somebody may ask the provider; a duty may not reach the tickets. */
export function useAsks(): boolean {
  const duty = useStore(state => state.duty)
  const page = consolePageAt(paths.tickets)
  return page !== undefined && isReached(page, duty)
}

/** Begins a ticket about an order. */
export const TicketLink = ({ orderId }: { orderId: string }) =>
  useAsks() && <LinkButton to={newTicketPath(orderId)}>提工单</LinkButton>
