-- What all other files stand on.
--
-- Ids are uuidv7: they are ordered by time, which keeps indexes compact, and they do not reveal how many there are.
-- Instants carry milliseconds, as JavaScript's do. Money is counted in fen.
--
-- Triggers and nearly all functions are in ../functions, which is loaded after the migrations and again whenever a file of it
-- changes. A function stands in a migration only if migrations call it, or if what it returns is stored, in an index or in a
-- column: a new text of it would disagree with what is stored, so it takes a migration that also renews that.

-- Tables that mostly grow are vacuumed after a hundredth of new rows (autovacuum_vacuum_insert_*): a count is read from an index
-- alone where the table was vacuumed since its rows were written, and by default that is once a fifth of it is new, which is weeks of
-- a large table's newest rows, the very ones that the first page counts.

create extension if not exists pg_trgm;

-- Gives a table of companies its row-level security. A company's connection sees its own rows alone: its role owns nothing, and
-- `portal.company` names the company. The owner of the tables sees all.
create function keep_to_company(owned regclass, rights text default 'select, insert, update, delete') returns void language plpgsql as $$
begin
  execute format('grant %s on %s to portal_company', rights, owned);
  execute format('alter table %s enable row level security', owned);
  execute format('alter table %s force row level security', owned);
  execute format('create policy system on %s to current_user using (true) with check (true)', owned);
  execute format('create policy own on %s to portal_company using (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid) with check (company_id = nullif(current_setting(''portal.company'', true), '''')::uuid)', owned);
end $$;

-- People look for two characters of a name, which no trigram contains, so every run of one to three characters is indexed. A run
-- and its company become one number: the index then has a list for each run of each company, and not one for all companies that
-- would have to be intersected with the list of the company's rows. What is searched over all companies at once keeps its pieces
-- under a company that does not exist, whose id is all zeros.
--
-- An element of the array is set in place, because each `||` would build the array again. While an index is built over rows, the
-- search path is pg_catalog alone (PostgreSQL 17 and later), so these functions name each other with their schema.
create function company_pieces(company uuid, variadic texts text[]) returns bigint[]
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
-- The same numbers for the pieces of a keyword.
create function keyword_pieces(company uuid, wanted text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(lower(piece), uuid_hash_extended(company, 0))) from unnest(wanted) as piece);

-- Most entries of a busy company's activity are named by a number of eighteen digits, whose many pieces would make an entry several
-- times as expensive. People look for such a number by its end or by all of it, so its last four digits are enough: the index
-- finds it by these, and what was found is compared with the whole keyword. Other names keep all pieces.
create function activity_pieces(company uuid, subject text, actor text) returns bigint[]
language plpgsql immutable parallel safe as $$
begin
  if subject !~ '^\d{10,}$' then return public.company_pieces(company, subject, actor); end if;
  return hashtextextended('…' || right(subject, 4), uuid_hash_extended(company, 0)) || public.company_pieces(company, actor);
end $$;
