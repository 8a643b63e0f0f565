-- Fails with 53100 (disk_full) if the disk of the database takes no more. Rewriting a row needs no new page and succeeds for a while
-- on a full disk; a result larger than work_mem goes to a temporary file, whose blocks are free again afterwards.
create or replace function disk_takes_more() returns boolean language sql volatile set work_mem = '64kB' as $$
  select count(*) > 0 from unnest(array_fill(repeat('-', 1000), array[100]))
$$;
