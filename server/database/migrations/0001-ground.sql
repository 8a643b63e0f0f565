-- What all other files stand on.
--
-- Ids are uuidv7: they are ordered by time, which keeps indexes compact, and they do not reveal how many there are.
-- Instants carry milliseconds, as JavaScript's do. Money is counted in fen.
--
-- Triggers and nearly all functions are in ../functions, which is loaded after the migrations and again whenever a file of it
-- changes. A function stands in a migration only if migrations call it, or if what it returns is stored, in an index or in a
-- column: a new text of it would disagree with what is stored, so it takes a migration that also renews that.

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
-- would have to be intersected with the list of the company's rows. The loop costs a seventh of a query over series.
create function company_pieces(company uuid, variadic texts text[]) returns bigint[]
language plpgsql immutable parallel safe as $$
declare
  seed bigint := uuid_hash_extended(company, 0);
  part text;
  pieces bigint[] := '{}';
begin
  foreach part in array texts loop
    part := lower(part);
    for start in 1 .. coalesce(length(part), 0) loop
      pieces := pieces || array[hashtextextended(substr(part, start, 1), seed), hashtextextended(substr(part, start, 2), seed),
        hashtextextended(substr(part, start, 3), seed)];
    end loop;
  end loop;
  return pieces;
end $$;
-- The same numbers for the pieces of a keyword.
create function keyword_pieces(company uuid, wanted text[]) returns bigint[] language sql immutable parallel safe
return (select array_agg(hashtextextended(lower(piece), uuid_hash_extended(company, 0))) from unnest(wanted) as piece);
