-- The comparison of find_employees and find_devices between a row that the index has found and the keyword.

-- A row that has the only piece of a short keyword has the keyword, and need not be compared with it again. Keywords with letters
-- are compared, because the index does not tell upper from lower case, and so are addresses.
create or replace function is_piece(wanted text[], pattern text) returns boolean language sql immutable parallel safe
return cardinality(wanted) = 1 and char_length(wanted[1]) <= 3 and lower(wanted[1]) = upper(wanted[1])
  and pattern = '%' || regexp_replace(wanted[1], '([\\%_])', '\\\1', 'g') || '%';

-- Without letters there is no case to ignore, and ignoring it takes several times as long.
create or replace function like_of(pattern text) returns text language sql immutable parallel safe
return case when lower(pattern) = upper(pattern) then 'like' else 'ilike' end;
