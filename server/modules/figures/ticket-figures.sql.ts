import { z } from 'zod'
import { figureOperations } from '#contract/operations/figures.ts'
import { providerOpened } from '#contract/ticket-names.ts'
import type { Database } from '#server/database/database.ts'
import type { Span } from './figures.sql.ts'

const { weeks, all, open, overdue } = figureOperations.getTicketFigures.output.shape
const week = all.extend({ week: weeks.element.shape.week.nullable() })

/**
 * Returns the tickets that companies opened, by the week in China, and of the whole span without a week. An answer is the first
 * message of an operator's; what removes a file has no author. Tickets without an answer are counted, but have no time.
 */
export const ticketWeeks = (system: Database, { since, until }: Span) =>
  system.rows(week)`
    select to_char(week, 'YYYY-MM-DD') as week, count(*)::integer as opened, count(seconds)::integer as answered,
      round(percentile_cont(0.5) within group (order by seconds))::integer as median,
      round(percentile_cont(0.9) within group (order by seconds))::integer as p90
    from (
      select date_trunc('week', ticket.created_at at time zone 'Asia/Shanghai') as week,
        extract(epoch from answer.first - ticket.created_at)::double precision as seconds
      from ticket left join (
        -- Read once from its index: a look-up for each ticket took four times as long at a million messages.
        select company_id, ticket_id, min(created_at) as first from ticket_entry
        where kind = 'message' and side = 'provider' and author_id is not null and created_at >= ${since}::timestamptz
        group by company_id, ticket_id
      ) as answer on answer.company_id = ticket.company_id and answer.ticket_id = ticket.id
      where ticket.created_at >= ${since}::timestamptz and ticket.created_at < ${until}::timestamptz
        and opened_by <> ${providerOpened}
    ) as measured
    group by grouping sets ((week), ()) order by measured.week nulls first`

const present = z.object({ open, overdue })

/** Counts the tickets that wait for an answer now, whoever opened them. */
export const waitingTickets = (system: Database) =>
  system.one(present)`
    select count(*)::integer as open, (count(*) filter (where due_at <= now()))::integer as overdue
    from ticket where state = 'open'`
