-- Shared by the triggers of the access history (remember_*.sql).

-- All that a transaction changes begins to hold at one instant. It is cut and not rounded, so that it is never in the future.
create or replace function access_moment() returns timestamptz language sql stable as $$ select date_trunc('milliseconds', now()) $$;

-- Ends the spans of a subject that are still open, and returns when the next one begins. A transaction that began earlier may
-- come later, because it had to wait. A span that it ends would then end where it began; such a row is deleted.
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
