import { dateTime, fromNow } from '#web/ui/format.ts'

/** Marks a person whose employment ends automatically. */
export const GuestBadge = ({ until }: { until: string }) => (
  <span className="badge" title={`${dateTime(until)} 到期`}>
    访客，{fromNow(until)}到期
  </span>
)
