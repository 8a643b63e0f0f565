-- The comparison between the keyword and a row found by the index, for find_employees and find_devices.

-- A row with the only piece of a short keyword contains the keyword, and need not be compared again. Keywords with letters are
-- compared, because the index ignores case, and so are addresses.
create or replace function is_piece(wanted text[], pattern text) returns boolean language sql immutable parallel safe
return cardinality(wanted) = 1 and char_length(wanted[1]) <= 3 and lower(wanted[1]) = upper(wanted[1])
  and pattern = '%' || regexp_replace(wanted[1], '([\\%_])', '\\\1', 'g') || '%';

-- Without letters there is no case to ignore, and ignoring it takes several times as long.
create or replace function like_of(pattern text) returns text language sql immutable parallel safe
return case when lower(pattern) = upper(pattern) then 'like' else 'ilike' end;
