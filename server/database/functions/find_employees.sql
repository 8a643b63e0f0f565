-- Returns one page of a company's employees with a keyword.
--
-- Behind row-level security only leakproof operators can use an index, and `@>` is not one of them. So this function reads as the
-- owner, always of the one company that the connection is set to, and is planned anew for each keyword. It reads at most one row
-- more than `most`; the filters are applied here so that they restrict the counted matches, and a missing filter is null.
--
-- Without other filters, "is true" keeps the planner from intersecting with all of the company's people: a piece's number already
-- identifies its company.
create or replace function find_employees(
  wanted text[], pattern text, departments uuid[], without_department boolean, wanted_state text, wanted_role text,
  without_service boolean, ends_after timestamptz, ends_until timestamptz,
  sorting text, page_offset integer, page_limit integer, most integer,
  out matches integer, out ids uuid[])
language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off as $$
begin
  execute
    'with found as materialized (
      select id, created_at, service_ends_at, name from employee
      where (company_id = $1)'
    || case when coalesce(departments::text, wanted_state, ends_after::text, ends_until::text) is null then ' is true' else '' end
    || ' and company_pieces(company_id, name, phone, job_number) @> keyword_pieces($1, $2)'
    || case when is_piece(wanted, pattern) then ''
      else format(' and (name %1$s $3 or phone like $3 or job_number %1$s $3)', like_of(pattern)) end
    || case when departments is null then '' else ' and department_id = any($4)' end
    || case when without_department then ' and department_id is null' else '' end
    || case when wanted_state is null then '' else ' and state = $5' end
    || case when wanted_role is null then '' else ' and role = $6' end
    || case when without_service then ' and service_ends_at is null' else '' end
    || case when ends_after is null then '' else ' and service_ends_at > $7' end
    || case when ends_until is null then '' else ' and service_ends_at <= $8' end
    || ' limit $9 + 1)
    select (select count(*) from found), array(
      select id from (select * from found limit $9) as listed order by '
    || case sorting when 'name' then 'name collate "zh-x-icu", id' when 'service_end' then 'service_ends_at, id'
      else 'created_at desc, id desc' end
    || ' limit $11 offset $10)'
    into matches, ids
    using nullif(current_setting('portal.company', true), '')::uuid, wanted, pattern, departments, wanted_state, wanted_role,
      ends_after, ends_until, most, page_offset, page_limit;
end $$;
