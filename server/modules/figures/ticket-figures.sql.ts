import { z } from 'zod'
import { figureOperations } from '#contract/operations/figures.ts'
import { providerOpened } from '#contract/ticket-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Span } from './figures.sql.ts'

const { weeks, all, open, overdue } = figureOperations.getTicketFigures.output.shape
const week = all.extend({ week: weeks.element.shape.week.nullable() })

/**
 * Returns the tickets that companies opened, by the week in China, and of the whole span without a week. Tickets without an answer
 * are counted, but have no time.
 */
export const ticketWeeks = (system: Database, { since, until }: Span) =>
  system.rows(week)`
    select to_char(week, 'YYYY-MM-DD') as week, count(*)::integer as opened, count(seconds)::integer as answered,
      round(percentile_cont(0.5) within group (order by seconds))::integer as median,
      round(percentile_cont(0.9) within group (order by seconds))::integer as p90
    from (
      select date_trunc('week', created_at at time zone 'Asia/Shanghai') as week,
        extract(epoch from first_answered_at - created_at)::double precision as seconds
      from ticket
      where created_at >= ${since}::timestamptz and created_at < ${until}::timestamptz and opened_by <> ${providerOpened}
    ) as measured
    group by grouping sets ((week), ()) order by measured.week nulls first`

const present = z.object({ open, overdue })

/** Counts the tickets that wait for an answer now, whoever opened them. */
export const waitingTickets = (system: Database) =>
  system.one(present)`
    select count(*)::integer as open, (count(*) filter (where due_at <= now()))::integer as overdue
    from ticket where state = 'open'`
