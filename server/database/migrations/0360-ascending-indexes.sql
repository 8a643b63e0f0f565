-- works with 0262
-- What is newest comes first in lists, but an index over all companies that is kept in that order gets every new row at its
-- front, where its pages are split in the middle and stay half empty. Kept in the order in which rows come, and read backwards,
-- it takes half the room. (One that begins with the company is filled in the middle either way.)
do $$
declare each record;
begin
  for each in
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and indexdef like '% DESC%' and indexdef not like '%(company_id,%'
      and tablename in ('audit_entry', 'balance_entry', 'payment', 'shop_order')
  loop
    execute format('drop index %I', each.indexname);
    execute replace(each.indexdef, ' DESC', '');
  end loop;
end $$;
