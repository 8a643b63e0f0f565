-- Shared by the triggers of the access history (remember_*.sql).

-- All changes of a transaction take effect at one instant. It is truncated and not rounded, so that it is never in the future.
create or replace function access_moment() returns timestamptz language sql stable as $$ select date_trunc('milliseconds', now()) $$;

-- Ends the open spans of a subject, and returns when the next one begins. A transaction that began earlier may arrive later,
-- because it had to wait. A span that it ends would then have no duration; such a row is deleted.
create or replace function end_spans(company uuid, what text, subject uuid) returns timestamptz language plpgsql as $$
declare following timestamptz;
begin
  select greatest(access_moment(), max(since)) into following from access_span
    where company_id = company and kind = what and subject_id = subject and until = 'infinity';
  delete from access_span
    where company_id = company and kind = what and subject_id = subject and until = 'infinity' and since >= following;
  update access_span set until = following
    where company_id = company and kind = what and subject_id = subject and until = 'infinity';
  return following;
end $$;
