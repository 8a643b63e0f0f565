-- Notifies all replicas to drop their cached pages when data on the public pages has changed.
create or replace function public_site_changed() returns trigger language plpgsql as $$
begin perform pg_notify('site', tg_table_name); return null; end $$;
do $$
declare published text;
begin
  foreach published in array array[
    'access_way', 'announcement', 'article', 'article_category', 'category', 'channel', 'goods', 'industry', 'installer',
    'package_type', 'region', 'sku', 'terms_version'] loop
    execute format('create or replace trigger site_changed after insert or update or delete or truncate on %I for each statement execute function public_site_changed()', published);
  end loop;
end $$;
-- The price list shows what is sold out. Every order changes a count, and each NOTIFY takes a server-wide lock at commit, so it is
-- only sent for the last address taken and the first one freed.
create or replace trigger site_changed after update of free, reserved on address_stock for each row
  when ((old.free > old.reserved) <> (new.free > new.reserved)) execute function public_site_changed();
