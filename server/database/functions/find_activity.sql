-- Returns one page of a company's activity with a keyword in the name of the actor or of the changed object, newest first.
--
-- As in find_employees: behind row-level security only leakproof operators can use an index, so this reads as the owner, always of
-- the one company that the connection is set to, and at most one row more than `most`. Of numbers with ten or more digits the index
-- holds only the last four.
create or replace function find_activity(
  wanted text[], pattern text, wanted_action text, wanted_subject uuid, page_offset integer, page_limit integer, most integer,
  since timestamptz default null, before timestamptz default null,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  execute
    'with found as materialized (
      select id from activity
      where (company_id = $1)'
    || case when coalesce(wanted_action, wanted_subject::text) is null then ' is true' else '' end
    || ' and (activity_pieces(company_id, subject_name, actor_name) @> keyword_pieces($1, $2)'
    || case when pattern !~ '^%\d{4,}%$' then ')'
      else format(' or activity_pieces(company_id, subject_name, actor_name) @> keyword_pieces($1, array[%L]))',
        '…' || left(right(pattern, 5), 4)) end
    || case when is_piece(wanted, pattern) then ''
      else format(' and (subject_name %1$s $3 or actor_name %1$s $3)', like_of(pattern)) end
    || case when wanted_action is null then '' else ' and action = $4' end
    || case when wanted_subject is null then '' else ' and subject_id = $5' end
    || case when since is null then '' else ' and at >= $9' end
    || case when before is null then '' else ' and at < $10' end
    || ' limit $6 + 1)
    select (select count(*) from found), array(
      select id from (select * from found limit $6) as listed order by id desc limit $8 offset $7)'
    into matches, ids
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, wanted_action, wanted_subject, most,
      page_offset, page_limit, since, before;
end $$;
