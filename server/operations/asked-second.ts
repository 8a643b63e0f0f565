/** What a list shows of a request that waits for the second operator, from the columns of its left join. */
export const shownWaiting = ({
  requested_by,
  requested_at,
}: {
  requested_by: string | null
  requested_at: Date | null
}) => (requested_by && requested_at ? { requested_by, requested_at: requested_at.toISOString() } : null)
