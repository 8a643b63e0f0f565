-- works with 0510
-- The same pieces in half the time: an element of an array is set in place, where each `||` builds the array again. A new entry of
-- the activity took 188 µs with the former function and 119 with this one, of which 97 are not for the index (the fastest tenth of
-- 3,600 in a transaction, on a busy machine). What an index holds already stays true, so nothing is built again.
create or replace function company_pieces(company uuid, variadic texts text[]) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  seed bigint := uuid_hash_extended(company, 0);
  part text;
  pieces bigint[] := '{}';
  at integer := 1;
begin
  foreach part in array texts loop
    part := lower(part);
    for start in 1 .. coalesce(length(part), 0) loop
      pieces[at] := hashtextextended(substr(part, start, 1), seed);
      pieces[at + 1] := hashtextextended(substr(part, start, 2), seed);
      pieces[at + 2] := hashtextextended(substr(part, start, 3), seed);
      at := at + 3;
    end loop;
  end loop;
  return pieces;
end $$;
create or replace function activity_pieces(company uuid, subject text, actor text) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  if subject !~ '^\d{10,}$' then return public.company_pieces(company, subject, actor); end if;
  return hashtextextended('…' || right(subject, 4), uuid_hash_extended(company, 0)) || public.company_pieces(company, actor);
end $$;
