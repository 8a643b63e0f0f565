-- Returns the ids of at most `most` companies whose name contains a keyword, for the lists of the back office.
--
-- A very frequent keyword is soon found among the first companies, and any other by the index of pieces (0004-companies.sql). A
-- generic plan would read the names of all companies for some keywords.
create or replace function companies_named(wanted text[], pattern text, most integer) returns setof uuid
language plpgsql stable rows 100 set search_path = public, pg_temp set enable_seqscan = off as $$
declare
  by_case boolean := like_of(pattern) = 'like';
  whole boolean := is_piece(wanted, pattern);
  found uuid[] := array(
    select id from (select id, name from company order by id limit 1000) as first
    where case when by_case then name like pattern else name ilike pattern end limit most);
begin
  if cardinality(found) = most then return query select unnest(found); return; end if;
  return query
    select id from company
    where company_pieces('00000000-0000-0000-0000-000000000000', name)
        @> keyword_pieces('00000000-0000-0000-0000-000000000000', wanted)
      and (whole or case when by_case then name like pattern else name ilike pattern end)
    limit most;
end $$;
