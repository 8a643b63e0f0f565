import type { Database } from '#server/database/database.ts'
import { companies } from './companies.ts'

/** Inserts a question from the demonstration's company that an operator has answered. */
export const insertTickets = (database: Database) =>
  database.change`
    with ticket as (
      insert into ticket (company_id, number, topic, subject, state, opened_by, created_at, updated_at,
        first_answered_at)
      select id, 'T261120318204', 'line', '能否增加东京的住宅 IP', 'answered', '林海舟', now() - interval '50 hours',
        answered, answered
      from company, lateral (select now() - interval '46 hours' as answered) as moment
      where credit_code = ${companies[0]?.creditCode ?? ''}
      returning company_id, id
    )
    insert into ticket_entry (company_id, ticket_id, kind, side, author_name, text, created_at)
    select company_id, id, 'message', side, author, text, now() - make_interval(hours => ago)
    from ticket, (values
      ('company', '林海舟', '乐天的三家店铺要换成住宅 IP，近期有库存吗？', 50),
      ('provider', '周运营', '东京的住宅 IP 本周三补货，到货后可以直接在“购买虚拟专线”下单。', 46)
    ) as entry (side, author, text, ago)
    order by ago desc`
